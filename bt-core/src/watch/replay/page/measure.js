// How wide a text is drawn, without asking the page to lay anything out.

const context = document.createElement("canvas").getContext("2d");
const widths = new Map();

export function widthOf(text, font) {
  const key = `${font}\n${text}`;
  if (!widths.has(key)) {
    context.font = font;
    widths.set(key, context.measureText(text).width);
  }
  return widths.get(key);
}

/** The text, or as much of it as fits, with an ellipsis. */
export function fitted(text, font, limit) {
  if (widthOf(text, font) <= limit) return text;
  // Whole characters, so that no emoji is cut in two.
  const characters = [...text];
  let fits = 0;
  let tooMany = characters.length;
  while (tooMany - fits > 1) {
    const middle = (fits + tooMany) >>> 1;
    if (widthOf(`${characters.slice(0, middle).join("")}…`, font) <= limit) fits = middle;
    else tooMany = middle;
  }
  return `${characters.slice(0, fits).join("")}…`;
}
