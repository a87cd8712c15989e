import { lasting } from '../format/quantities.ts';
import { svg, type Child } from '../view/dom.ts';
import { drawing, valueLines, type Drawn } from './drawing.ts';

/** A line over the lengths of windows: its shares in percent, and a band around it where there are several runs. */
export interface ShareLine {
  name: string;
  /** The class of its line, legend and band. */
  look: string;
  shares: readonly number[];
  band?: { low: readonly number[]; high: readonly number[] } | null;
}

const [LEFT, RIGHT, TOP, BOTTOM, HEIGHT] = [52, 30, 28, 52, 280];
const LEGEND_ROW = 20;
const LEGEND_WIDTH = 230;
const TICK_ROOM = 64;
const QUARTERS = [0, 25, 50, 75, 100];

/**
 * Shares of the time over the length of a window, on a logarithmic axis. A click chooses the nearest length.
 * @param lengths Of the windows in milliseconds, rising.
 */
export function shareChart(label: string, lengths: readonly number[], lines: ShareLine[], choose?: (at: number) => void): HTMLElement {
  return drawing(label, (width) => drawn(lengths, lines, choose, width));
}

function drawn(lengths: readonly number[], lines: ShareLine[], choose: ((at: number) => void) | undefined, width: number): Drawn {
  const columns = Math.max(1, Math.min(lines.length, Math.floor((width - LEFT) / LEGEND_WIDTH)));
  const top = TOP + Math.ceil(lines.length / columns) * LEGEND_ROW;
  const height = top + HEIGHT;
  const foot = height - BOTTOM;
  const [first, last] = [Math.log10(lengths[0]!), Math.log10(lengths[lengths.length - 1]!)];
  const x = (length: number): number => LEFT + ((width - LEFT - RIGHT) * (Math.log10(length) - first)) / Math.max(1e-9, last - first);
  const y = (percent: number): number => foot - ((foot - top) * percent) / 100;
  const along = (shares: readonly number[], order: readonly number[]): string =>
    order.map((i) => `${x(lengths[i]!).toFixed(1)},${y(shares[i]!).toFixed(1)}`).join(' ');
  const order = lengths.map((_, i) => i);
  return { height, parts: [
    ...targets(lengths, x, { top, foot, width }, choose),
    ...valueLines({ at: QUARTERS, label: QUARTERS.map((percent) => `${percent}\u00a0%`) }, y, { left: LEFT, right: width - RIGHT }),
    ...ticks(lengths, x, foot),
    ...lines.flatMap(({ look, band }) => (band
      ? [svg('polygon', { class: `share-band ${look}`, points: `${along(band.high, order)} ${along(band.low, [...order].reverse())}` })]
      : [])),
    ...lines.flatMap(({ look, shares }) => [svg('polyline', { class: `share ${look}`, points: along(shares, order) })]),
    ...lines.flatMap(({ name, look }, i) => {
      const [at, row] = [LEFT + (i % columns) * LEGEND_WIDTH, 14 + Math.floor(i / columns) * LEGEND_ROW];
      return [
        svg('line', { class: `share ${look}`, x1: at, x2: at + 22, y1: row - 4, y2: row - 4 }),
        svg('text', { x: at + 28, y: row }, name),
      ];
    }),
    svg('text', { class: 'middle title', x: (LEFT + width - RIGHT) / 2, y: height - 8 }, 'length of the window'),
  ] };
}

/** Columns that are clicked, each up to the middle between two lengths. */
function targets(
  lengths: readonly number[], x: (length: number) => number,
  { top, foot, width }: { top: number; foot: number; width: number }, choose: ((at: number) => void) | undefined,
): Child[] {
  if (!choose) return [];
  const middle = (a: number, b: number): number => (x(lengths[a]!) + x(lengths[b]!)) / 2;
  return lengths.map((length, at) => {
    const from = at === 0 ? LEFT : middle(at - 1, at);
    const until = at === lengths.length - 1 ? width - RIGHT : middle(at, at + 1);
    const target = svg('rect', { class: 'target', x: from, y: top, width: Math.max(0, until - from), height: foot - top },
      svg('title', {}, `Show the worst ${lasting(length)}`));
    target.addEventListener('click', () => choose(at));
    return target;
  });
}

/** Powers of ten. */
function ticks(lengths: readonly number[], x: (length: number) => number, foot: number): Child[] {
  const parts: Child[] = [];
  let labelled = Number.NEGATIVE_INFINITY;
  for (const length of lengths) {
    if (!Number.isInteger(Math.log10(length)) || x(length) - labelled < TICK_ROOM) continue;
    labelled = x(length);
    parts.push(
      svg('line', { class: 'axis', x1: labelled, x2: labelled, y1: foot, y2: foot + 5 }),
      svg('text', { class: 'middle', x: labelled, y: foot + 20 }, lasting(length)));
  }
  return parts;
}
