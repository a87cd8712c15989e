import { PlainColours } from './colours.ts';

/** What an image of a chart has besides its drawing. */
export interface Caption {
  title: string;
  /** The meaning of its colours. */
  keys: { colour: string; text: string }[];
  /** Where the data is from. */
  source: string;
}

/** Sizes in CSS pixels. */
const [MARGIN, TITLE, LINE, SMALL, SWATCH] = [16, 15, 20, 12, 10];
const FAMILY = 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif';
const COPIED = [
  'font-family', 'font-size', 'font-weight', 'text-anchor', 'dominant-baseline', 'stroke-width', 'stroke-dasharray', 'stroke-linecap',
  'stroke-linejoin', 'opacity', 'visibility', 'paint-order',
];
const SVG = 'http://www.w3.org/2000/svg';

/** An SVG of the page as a file of its own, with the colours that it has now, its title and its source. */
export function svgFile(image: SVGSVGElement, caption: Caption): string {
  const { width, height } = image.viewBox.baseVal;
  const style = getComputedStyle(image);
  const colours = new PlainColours();
  const [ink, paper] = [colours.of(style.color).colour, colours.of(paperOf(image)).colour];
  const copy = image.cloneNode(true) as SVGSVGElement;
  inline(image, copy, colours);
  copy.setAttribute('x', String(MARGIN));
  copy.setAttribute('y', String(MARGIN + LINE));
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));
  const whole = { width: width + 2 * MARGIN, height: height + 2 * MARGIN + 2 * LINE };
  const root = document.createElementNS(SVG, 'svg');
  for (const [name, value] of Object.entries({ ...whole, viewBox: `0 0 ${whole.width} ${whole.height}` })) {
    root.setAttribute(name, String(value));
  }
  const back = document.createElementNS(SVG, 'rect');
  for (const [name, value] of Object.entries({ ...whole, fill: paper })) back.setAttribute(name, String(value));
  root.append(back, text(caption.title, MARGIN + SMALL, ink, TITLE, '600'), copy,
    text(caption.source, whole.height - MARGIN, ink, SMALL, '400'));
  return `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(root)}\n`;
}

/** The same as PNG, at the scale of the screen. */
export async function pngOfSvg(image: SVGSVGElement, caption: Caption): Promise<Blob | null> {
  const drawn = new Image();
  // A data URL: the page's policy allows no other, and a canvas that has drawn one can still be read.
  drawn.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svgFile(image, caption))}`;
  await drawn.decode();
  const ratio = Math.max(1, devicePixelRatio || 1);
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [Math.round(drawn.naturalWidth * ratio), Math.round(drawn.naturalHeight * ratio)];
  canvas.getContext('2d')!.drawImage(drawn, 0, 0, canvas.width, canvas.height);
  return toBlob(canvas);
}

/** A canvas of the page as PNG, with title, legend and source. */
export function pngOfCanvas(drawn: HTMLCanvasElement, caption: Caption): Promise<Blob | null> {
  const ratio = drawn.width / Math.max(1, drawn.clientWidth);
  const style = getComputedStyle(drawn);
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d')!;
  const width = drawn.clientWidth + 2 * MARGIN;
  context.font = `${SMALL}px ${FAMILY}`;
  const keys = placed(caption.keys, width, (words) => context.measureText(words).width);
  const top = MARGIN + LINE + keys.rows * LINE;
  const height = top + drawn.clientHeight + LINE + MARGIN;
  [canvas.width, canvas.height] = [Math.round(width * ratio), Math.round(height * ratio)];
  context.scale(ratio, ratio);
  context.fillStyle = paperOf(drawn);
  context.fillRect(0, 0, width, height);
  context.textBaseline = 'middle';
  context.fillStyle = style.color;
  context.font = `600 ${TITLE}px ${FAMILY}`;
  context.fillText(caption.title, MARGIN, MARGIN + LINE / 2 - 4);
  context.font = `${SMALL}px ${FAMILY}`;
  for (const { x, row, colour, words } of keys.at) {
    const y = MARGIN + LINE + row * LINE + LINE / 2 - 4;
    context.fillStyle = colour;
    context.fillRect(x, y - SWATCH / 2, SWATCH, SWATCH);
    context.fillStyle = style.color;
    context.fillText(words, x + SWATCH + 6, y);
  }
  context.fillText(caption.source, MARGIN, height - MARGIN);
  context.drawImage(drawn, MARGIN, top, drawn.clientWidth, drawn.clientHeight);
  return toBlob(canvas);
}

/** Legend entries in rows that are not wider than the image. */
function placed(
  keys: Caption['keys'], width: number, widthOf: (words: string) => number,
): { rows: number; at: { x: number; row: number; colour: string; words: string }[] } {
  let [x, row] = [MARGIN, 0];
  const at = keys.map(({ colour, text: words }) => {
    const wide = SWATCH + 6 + widthOf(words) + 18;
    if (x > MARGIN && x + wide > width - MARGIN) [x, row] = [MARGIN, row + 1];
    const place = { x, row, colour, words };
    x += wide;
    return place;
  });
  return { rows: keys.length === 0 ? 0 : row + 1, at };
}

/** Copies what style sheets give to each element of an image into attributes of its copy. */
function inline(from: Element, to: Element, colours: PlainColours): void {
  const style = getComputedStyle(from);
  for (const name of COPIED) {
    const value = style.getPropertyValue(name);
    if (value !== '' && value !== 'none' && value !== 'normal') to.setAttribute(name, value);
  }
  for (const name of ['fill', 'stroke']) {
    const value = style.getPropertyValue(name);
    if (value === 'none' || value === '') to.setAttribute(name, 'none');
    else {
      const { colour, opacity } = colours.of(value);
      to.setAttribute(name, colour);
      const own = Number(style.getPropertyValue(`${name}-opacity`) || 1);
      if (opacity * own < 1) to.setAttribute(`${name}-opacity`, (opacity * own).toFixed(3));
    }
  }
  to.removeAttribute('class');
  to.removeAttribute('style');
  const [originals, copies] = [[...from.children], [...to.children]];
  originals.forEach((child, i) => {
    if (style.display === 'none' || getComputedStyle(child).display === 'none') copies[i]!.remove();
    else inline(child, copies[i]!, colours);
  });
}

function text(words: string, y: number, colour: string, size: number, weight: string): SVGTextElement {
  const made = document.createElementNS(SVG, 'text');
  const attributes = { x: MARGIN, y, fill: colour, 'font-size': size, 'font-weight': weight, 'font-family': FAMILY };
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  made.textContent = words;
  return made;
}

/** The colour behind an element. */
function paperOf(element: Element): string {
  return getComputedStyle(element).getPropertyValue('--surface').trim() || 'white';
}

function toBlob(canvas: HTMLCanvasElement): Promise<Blob | null> {
  return new Promise((done) => canvas.toBlob(done, 'image/png'));
}
