import type { Ticks } from '../format/timeScale.ts';
import { append, h, svg, type Child } from '../view/dom.ts';

/** A width before the page has one. */
const FIRST_WIDTH = 720;

/** What a chart draws at some width. */
export interface Drawn {
  height: number;
  parts: Child[];
}

/** Lines across a chart at the ticks of its value axis, each with its label on the left. */
export function valueLines({ at, label }: Ticks, y: (value: number) => number, { left, right }: { left: number; right: number }): Child[] {
  return at.flatMap((value, i) => [
    svg('line', { class: 'axis', x1: left, x2: right, y1: y(value), y2: y(value) }),
    svg('text', { class: 'end', x: left - 8, y: y(value) + 5 }, label[i]),
  ]);
}

/** An SVG that is drawn again for each width of the page, so that its text keeps its size. */
export function drawing(label: string, draw: (width: number) => Drawn): HTMLElement {
  const image = svg('svg', { role: 'img', 'aria-label': label });
  let shown = 0;
  const show = (width: number): void => {
    if (width === shown || width <= 0) return;
    shown = width;
    const { height, parts } = draw(width);
    image.setAttribute('viewBox', `0 0 ${width} ${height}`);
    image.replaceChildren();
    append(image, ...parts);
  };
  show(FIRST_WIDTH);
  const element = h('div', { class: 'drawing' }, image);
  new ResizeObserver(() => show(Math.floor(image.clientWidth))).observe(element);
  return element;
}
