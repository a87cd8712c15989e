import { ClockScale, type Ticks } from '../format/timeScale.ts';
import { svg, type Child } from '../view/dom.ts';
import { drawing, valueLines, type Drawn } from './drawing.ts';

/** Values of one kind over the runs; null where unknown, which breaks the line. */
export interface TrendLine {
  name: string;
  /** The class of its line, dots and legend. */
  look: string;
  values: readonly (number | null)[];
}

/** When the runs started, what changed at some of them, and which was the worst: the same for all charts of a page. */
export interface TrendAxis {
  /** Milliseconds since 1970, rising; null where that is unknown: then runs are equally far apart. */
  times: readonly number[] | null;
  runs: number;
  /** What a pointer sees of each run. */
  tips: readonly string[];
  marks: readonly { at: number; text: string }[];
  worst: number | null;
}

/** A vertical axis: where a value is, from 0 at the foot to 1, and its ticks on a height in pixels. */
export interface TrendScale {
  place(value: number): number;
  ticks(height: number): Ticks;
}

/** The frame of one drawing in pixels. */
interface Frame {
  width: number;
  top: number;
  foot: number;
  x: (at: number) => number;
}

const [LEFT, RIGHT, BOTTOM] = [72, 32, 34];
const PLOT = 168;
const LEGEND_ROW = 20;
const MARKS_ROW = 20;
/** The width of a letter of 13 pixels, on the safe side. */
const LETTER = 7.4;
/** Of more runs the line alone is clear. */
const MOST_DOTS = 150;
const LEAST_LABEL = 9;

/** Lines over the starts of runs, with the changes before them and the worst run. Null where no line has a value. */
export function trendChart(label: string, lines: readonly TrendLine[], scale: TrendScale | null, axis: TrendAxis): HTMLElement | null {
  const known = lines.filter(({ values }) => values.some((value) => value !== null));
  return known.length === 0 || scale === null ? null : drawing(label, (width) => drawn(known, scale, axis, width));
}

function drawn(lines: readonly TrendLine[], scale: TrendScale, axis: TrendAxis, width: number): Drawn {
  const legend = legendOf(lines, width);
  const top = legend.height + MARKS_ROW + 8;
  const foot = top + PLOT;
  const { times, runs } = axis;
  const first = times?.[0] ?? 0;
  const span = times === null ? 0 : times[runs - 1]! - first;
  const place = (share: number): number => LEFT + (width - LEFT - RIGHT) * share;
  const x = (at: number): number => place(times !== null && span > 0 ? (times[at]! - first) / span : (at + 0.5) / runs);
  const frame = { width, top, foot, x };
  const y = (value: number): number => foot - PLOT * Math.min(1, Math.max(0, scale.place(value)));
  const days = span > 0 ? daysOf(first, span, width - LEFT - RIGHT) : { at: [], label: [] };
  return { height: foot + BOTTOM, parts: [
    ...legend.parts,
    ...valueLines(scale.ticks(PLOT), y, { left: LEFT, right: width - RIGHT }),
    ...days.at.map((value, i) =>
      svg('text', { class: 'middle', x: place(value / (span * 1e3)), y: foot + 22 }, days.label[i]!)),
    ...(axis.worst === null ? [] : [svg('line', { class: 'worst-run', x1: x(axis.worst), x2: x(axis.worst), y1: top, y2: foot })]),
    ...changes(axis, frame),
    ...lines.flatMap((line) => curve(line, frame, y, axis.worst)),
    ...targets(axis, frame),
  ] };
}

/** Ticks of the calendar, in microseconds since the first run. */
function daysOf(first: number, span: number, width: number): Ticks {
  const clock = new ClockScale(span * 1e3, new Date(first).toISOString());
  clock.byWall = true;
  return clock.ticks(0, span * 1e3, width);
}

/** The names of the lines, in as many rows as they need. */
function legendOf(lines: readonly TrendLine[], width: number): { parts: Child[]; height: number } {
  const parts: Child[] = [];
  let [left, row] = [LEFT, 14];
  for (const { name, look } of lines) {
    const long = 34 + name.length * LETTER + 16;
    if (left > LEFT && left + long > width) [left, row] = [LEFT, row + LEGEND_ROW];
    parts.push(
      svg('line', { class: `trend-line ${look}`, x1: left, x2: left + 24, y1: row - 4, y2: row - 4 }),
      svg('text', { x: left + 30, y: row }, name));
    left += long;
  }
  return { parts, height: row + 6 };
}

/** Dashed lines at changes, each with its number and as much of its text as has room before the next. */
function changes({ marks, worst }: TrendAxis, { width, top, foot, x }: Frame): Child[] {
  const parts: Child[] = [];
  const taken = worst === null ? null : labelOfWorst(parts, x(worst), top, width);
  const isTaken = (from: number, letters: number): boolean =>
    taken !== null && from < taken.until && from + letters * LETTER > taken.from;
  let free = 0;
  marks.forEach(({ at, text }, i) => {
    const left = x(at);
    parts.push(svg('line', { class: 'change-mark', x1: left, x2: left, y1: top - MARKS_ROW + 6, y2: foot }, svg('title', {}, text)));
    const number = String(i + 1);
    const next = i + 1 < marks.length ? x(marks[i + 1]!.at) : width;
    const end = taken !== null && taken.from > left + 4 ? Math.min(next, taken.from) : next;
    const room = Math.floor((end - left - 8) / LETTER);
    if (left + 4 < free || room < number.length || isTaken(left + 4, number.length)) return;
    const whole = `${number} ${text}`;
    const shown = room >= whole.length ? whole : room >= LEAST_LABEL ? `${whole.slice(0, room - 1)}…` : number;
    free = left + 4 + shown.length * LETTER;
    parts.push(svg('text', { class: 'change-label', x: left + 4, y: top - 6 }, shown));
  });
  return parts;
}

/** Writes `worst` above its line; the room that it takes. */
function labelOfWorst(parts: Child[], at: number, top: number, width: number): { from: number; until: number } {
  const half = ('worst'.length * LETTER) / 2;
  const middle = Math.min(width - half - 2, Math.max(half, at));
  parts.push(svg('text', { class: 'middle worst-label', x: middle, y: top - 6 }, 'worst'));
  return { from: middle - half - 6, until: middle + half + 6 };
}

function curve({ look, values }: TrendLine, { x }: Frame, y: (value: number) => number, worst: number | null): Child[] {
  const pieces: string[][] = [[]];
  values.forEach((value, at) => {
    if (value === null) pieces.push([]);
    else pieces[pieces.length - 1]!.push(`${x(at).toFixed(1)},${y(value).toFixed(1)}`);
  });
  const dots = values.flatMap((value, at) => (value !== null && (values.length <= MOST_DOTS || at === worst)
    ? [svg('circle', { class: `trend-dot ${look}`, cx: x(at), cy: y(value), r: at === worst ? 5 : 2.5 })] : []));
  return [
    ...pieces.filter((piece) => piece.length > 1).map((piece) => svg('polyline', { class: `trend-line ${look}`, points: piece.join(' ') })),
    ...dots,
  ];
}

/** Columns whose tooltips have the numbers of the runs, each up to the middle between two runs. */
function targets({ runs, tips }: TrendAxis, { width, top, foot, x }: Frame): Child[] {
  return tips.map((tip, at) => {
    const from = at === 0 ? LEFT : (x(at - 1) + x(at)) / 2;
    const until = at === runs - 1 ? width - RIGHT : (x(at) + x(at + 1)) / 2;
    return svg('rect', { class: 'run-target', x: from, y: top, width: Math.max(0.1, until - from), height: foot - top },
      svg('title', {}, tip));
  });
}
