// Switches between the dark and the light color scheme.

/**
 * Attaches the button that switches the scheme. Until the user presses it, the page has the scheme of the system.
 *
 * @param {HTMLElement} button
 * @param {() => void} onChange called after the scheme has changed
 */
export function connectScheme(button, onChange) {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const root = document.documentElement;
  const isDark = () => (root.style.colorScheme || (system.matches ? "dark" : "light")) === "dark";
  button.addEventListener("click", () => {
    root.style.colorScheme = isDark() ? "light" : "dark";
    onChange();
  });
  system.addEventListener("change", onChange);
}
