import { svg, type Child } from '../view/dom.ts';
import { roundStep } from './axes.ts';
import { drawing, type Drawn } from './drawing.ts';

/** A change in percent with its interval. */
export interface IntervalRow {
  name: string;
  /** The numbers in words. */
  text: string;
  value: number;
  low: number;
  high: number;
  /** The class of its point: better, worse or none. */
  look: string;
}

/** Where the rows stand, and the ends of the axis. */
interface Frame {
  row: number;
  left: number;
  right: number;
  /** Whether the words stand above the bar and not beside it. */
  stacked: boolean;
  x: (value: number) => number;
  low: number;
  high: number;
}

const [TOP, BOTTOM] = [26, 34];
const NARROW = 720;
/** The axis reaches at least 10 % to both sides. */
const LEAST_REACH = 10;
/** Intervals are cut where they reach further beyond all points, in percent. */
const MOST_BEYOND = 60;
const LETTER = 7.2;
const LABEL_ROOM = 64;
const MOST_NAME = 40;

/** Changes around a line at 0: decreases to the left, increases to the right, and a dashed line at a change that matters. */
export function intervalChart(label: string, rows: IntervalRow[], matters: number | null = null): HTMLElement | null {
  return rows.length === 0 ? null : drawing(label, (width) => draw(rows, width, matters));
}

function draw(rows: IntervalRow[], width: number, matters: number | null): Drawn {
  const place = frame(rows, width, matters);
  const height = TOP + rows.length * place.row + BOTTOM;
  const foot = height - BOTTOM;
  const across = (value: number, look: string): Child =>
    svg('line', { class: look, x1: place.x(value), x2: place.x(value), y1: TOP - 4, y2: foot + 4 });
  return { height, parts: [
    svg('text', { class: 'end title', x: place.x(0) - 10, y: 14 }, '← less'),
    svg('text', { class: 'title', x: place.x(0) + 10, y: 14 }, 'more stop time →'),
    ...ticks(place).flatMap((value) => [
      across(value, value === 0 ? 'zero' : 'axis'),
      svg('text', { class: 'middle', x: place.x(value), y: height - 10 }, `${sign(value)} %`),
    ]),
    matters === null ? null : across(matters, 'change-mark'),
    ...rows.flatMap((row, i) => rowParts(row, TOP + i * place.row, place, width)),
  ] };
}

function frame(rows: IntervalRow[], width: number, matters: number | null): Frame {
  const values = [...rows.map(({ value }) => value), matters ?? 0, 0];
  const low = Math.max(Math.min(-LEAST_REACH, ...rows.map((row) => row.low)), Math.min(...values) - MOST_BEYOND);
  const high = Math.min(Math.max(LEAST_REACH, ...rows.map((row) => row.high)), Math.max(...values) + MOST_BEYOND);
  const stacked = width < NARROW;
  const longest = Math.max(...rows.map(({ name }) => shortened(name).length)) * LETTER;
  const words = Math.max(...rows.map(({ text }) => text.length)) * LETTER;
  const [left, right] = stacked
    ? [LABEL_ROOM / 2, width - LABEL_ROOM / 2]
    : [Math.min(width * 0.34, longest + 16) + LABEL_ROOM / 2, width - Math.min(width * 0.4, words + 24) - LABEL_ROOM / 2];
  const x = (value: number): number => left + ((Math.min(high, Math.max(low, value)) - low) * (right - left)) / (high - low);
  return { row: stacked ? 64 : 30, left, right, stacked, x, low, high };
}

function rowParts(row: IntervalRow, top: number, { row: height, left, right, stacked, x, low, high }: Frame, width: number): Child[] {
  const y = stacked ? top + 52 : top + height / 2;
  const name = shortened(row.name);
  return [
    svg('line', { class: 'row', x1: left, x2: right, y1: y, y2: y }),
    svg('line', { class: 'range', x1: x(row.low), x2: x(row.high), y1: y, y2: y }),
    // An interval that goes on beyond the axis.
    row.low < low - 1e-9 ? svg('text', { class: 'end', x: left - 4, y: y + 5 }, '‹') : null,
    row.high > high + 1e-9 ? svg('text', { x: right + 4, y: y + 5 }, '›') : null,
    svg('circle', { class: `dot ${row.look}`, cx: x(row.value), cy: y, r: 5 }, svg('title', {}, `${row.name}: ${row.text}`)),
    ...(stacked
      ? [svg('text', { class: 'object-name at-end', x: 0, y: top + 18 }, fitted(row.name, width)),
        svg('text', { class: 'at-end', x: 0, y: top + 36 }, fitted(row.text, width))]
      : [svg('text', { class: 'object-name', x: 0, y: y + 5 }, fitted(name, left - LABEL_ROOM / 2)),
        svg('text', { x: right + LABEL_ROOM / 2 + 16, y: y + 5 }, fitted(row.text, width - right - LABEL_ROOM / 2 - 16))]),
  ];
}

function shortened(name: string): string {
  return name.length > MOST_NAME ? `${name.slice(0, MOST_NAME - 1)}…` : name;
}

/** As much of a text as has room. */
function fitted(text: string, width: number): string {
  const most = Math.max(4, Math.floor(width / LETTER));
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}

/** Round percentages, as many as have room. */
function ticks({ low, high, left, right }: Frame): number[] {
  const step = roundStep(((high - low) * LABEL_ROOM) / Math.max(LABEL_ROOM, right - left));
  const at: number[] = [];
  for (let i = Math.ceil(low / step); i * step <= high; i++) at.push(i === 0 ? 0 : i * step);
  return at;
}

function sign(value: number): string {
  return `${value > 0 ? '+' : value < 0 ? '−' : ''}${Math.abs(Number(value.toPrecision(6)))}`;
}
