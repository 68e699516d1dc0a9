// Dark or light: follows the system, until the user chooses.

/**
 * @param {HTMLElement} button
 * @param {() => void} onChange
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
