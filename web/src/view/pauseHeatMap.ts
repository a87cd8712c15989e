import { drawing } from '../chart/drawing.ts';
import type { Grouping } from '../chart/groups.ts';
import type { Range, Viewport } from '../chart/viewport.ts';
import type { Buckets } from '../data/buckets.ts';
import type { Marks } from '../data/marks.ts';
import { counted, integer } from '../format/numbers.ts';
import { svg } from './dom.ts';

/** Bounds of the rows in microseconds, half a decade apart: the first row is everything below the first. */
const BOUNDS = [100, 316, 1e3, 3.16e3, 1e4, 3.16e4, 1e5, 3.16e5, 1e6, 3.16e6];
const LABELS = ['', '100 µs', '', '1 ms', '', '10 ms', '', '100 ms', '', '1 s', ''];
const [ROW, SIDE] = [11, 52];

/** What the map shows, and how a moment is called. */
interface Shown {
  marks: Marks;
  grouping: Grouping;
  buckets: Buckets;
  whole: Range;
  viewport: Viewport;
  name: (at: number) => string;
}

/**
 * Pauses by when they started and how long they were: a cell is stronger the more pauses it has, in the colour of the kind with the most
 * of them. A click shows its interval.
 */
export function pauseHeatMap({ marks, grouping, buckets, whole, viewport, name }: Shown): HTMLElement {
  const { from, length } = buckets;
  const columns = buckets.stopped.length;
  const counts = new Float64Array(columns * LABELS.length);
  const kinds = grouping.groups.length;
  const byKind = new Float64Array(counts.length * kinds);
  for (let i = 0; i < marks.count; i++) {
    const at = Math.min(columns - 1, Math.max(0, Math.floor((marks.start[i]! - from) / length)));
    const cell = at * LABELS.length + rowOf(marks.duration[i]!);
    counts[cell]!++;
    byKind[cell * kinds + grouping.groupOf[i]!]!++;
  }
  const rows = LABELS.map((_, row) => row).filter((row) => Array.from({ length: columns }, (_, at) => at)
    .some((at) => counts[at * LABELS.length + row]! > 0));
  const [lowest, highest] = [Math.min(...rows), Math.max(...rows)];
  const most = counts.reduce((a, b) => Math.max(a, b), 1);
  return drawing('Pauses by time and length', (width) => {
    const across = Math.max(1, width - SIDE);
    const x = (micros: number): number => SIDE + (across * Math.min(whole.max, Math.max(0, micros))) / whole.max;
    const y = (row: number): number => (highest - row) * ROW;
    const cells: SVGElement[] = [];
    for (let at = 0; at < columns; at++) {
      for (let row = lowest; row <= highest; row++) {
        const count = counts[at * LABELS.length + row]!;
        if (count === 0) continue;
        const cellAt = (at * LABELS.length + row) * kinds;
        const kind = mostOf(byKind.subarray(cellAt, cellAt + kinds));
        const left = x(from + at * length);
        const wide = Math.max(1, x(from + (at + 1) * length) - left);
        const cell = svg('rect', { class: 'heat', x: left, y: y(row), width: wide, height: ROW - 1 },
          svg('title', {}, `${name(at)}: ${counted(count, 'pause')} ${range(row)}, `
            + kindsOf(byKind.subarray(cellAt, cellAt + kinds), grouping)));
        cell.style.setProperty('--kind', `var(${grouping.groups[kind]!.colour})`);
        // A logarithm, so that a single long pause is visible next to a thousand short ones.
        cell.style.setProperty('--share', `${Math.round(40 + (60 * Math.log1p(count - 1)) / Math.max(1, Math.log1p(most - 1)))}%`);
        cell.addEventListener('click', () => viewport.show(from + at * length, from + (at + 1) * length));
        cells.push(cell);
      }
    }
    const labels = LABELS.map((label, row) => label !== '' && row >= lowest && row <= highest
      && svg('text', { class: 'heat-label', x: SIDE - 6, y: y(row) + ROW - 2, 'text-anchor': 'end' }, label));
    return { height: (highest - lowest + 1) * ROW, parts: [...cells, ...labels] };
  });
}

function mostOf(counts: Float64Array): number {
  return counts.reduce((best, count, kind) => (count > counts[best]! ? kind : best), 0);
}

/** `3 young, 1 full or blocking`; The kind alone where there is only one. */
function kindsOf(counts: Float64Array, { groups }: Grouping): string {
  const known = groups.map(({ label }, kind) => ({ label, count: counts[kind]! })).filter(({ count }) => count > 0);
  return known.length === 1 ? known[0]!.label : known.map(({ label, count }) => `${integer(count)} ${label}`).join(', ');
}

function rowOf(micros: number): number {
  const row = BOUNDS.findIndex((bound) => micros < bound);
  return row < 0 ? BOUNDS.length : row;
}

const TEXTS = ['100 µs', '316 µs', '1 ms', '3.16 ms', '10 ms', '31.6 ms', '100 ms', '316 ms', '1 s', '3.16 s'];

function range(row: number): string {
  if (row === 0) return `below ${TEXTS[0]}`;
  return row === TEXTS.length ? `of ${TEXTS[row - 1]} and longer` : `of ${TEXTS[row - 1]} to ${TEXTS[row]}`;
}
