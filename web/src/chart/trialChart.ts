import { sized } from '../format/quantities.ts';
import type { Ticks } from '../format/timeScale.ts';
import { svg, type Child } from '../view/dom.ts';
import { byteTicks } from './axes.ts';
import { drawing, valueLines, type Drawn } from './drawing.ts';

/** A setting: its memory in bytes and its objective, each with a range. */
export interface TrialPoint {
  name: string;
  chosen: boolean;
  x: number;
  xLow: number;
  xHigh: number;
  y: number;
  yLow: number;
  yHigh: number;
}

const [LEFT, RIGHT, TOP, BOTTOM] = [72, 24, 30, 52];
const HEIGHT = 340;
const HEAD_ROOM = 1.08;
/** Names that would overlap are moved apart by a line of text. */
const LINE = 16;

/** The objective: its name, a value as text, and its ticks from 0 to a largest value on a height in pixels. */
export interface TrialAxis {
  name: string;
  text(value: number): string;
  ticks(max: number, height: number): Ticks;
}

/** The objective over the memory of each setting, both from 0, with their ranges. Null with fewer than two settings. */
export function trialChart(points: TrialPoint[], axis: TrialAxis, across: string): HTMLElement | null {
  return points.length < 2 ? null : drawing(`${axis.name} by ${across}`, (width) => draw(points, axis, across, width));
}

function draw(points: TrialPoint[], axis: TrialAxis, across: string, width: number): Drawn {
  const top = HEAD_ROOM * Math.max(...points.map(({ yHigh }) => yHigh), Number.MIN_VALUE);
  const end = HEAD_ROOM * Math.max(...points.map(({ xHigh }) => xHigh), 1);
  const foot = HEIGHT - BOTTOM;
  const x = (value: number): number => LEFT + ((width - LEFT - RIGHT) * Math.max(0, value)) / end;
  const y = (value: number): number => foot - ((foot - TOP) * Math.min(top, Math.max(0, value))) / top;
  const memory = byteTicks(end, (width - LEFT - RIGHT) / 2.5);
  const parts: Child[] = [
    ...valueLines(axis.ticks(top, foot - TOP), y, { left: LEFT, right: width - RIGHT }),
    ...memory.at.map((value, i) => svg('text', { class: 'middle', x: x(value), y: foot + 20 }, memory.label[i]!)),
    svg('text', { class: 'title', x: 0, y: 14 }, axis.name),
    svg('text', { class: 'middle title', x: (LEFT + width - RIGHT) / 2, y: HEIGHT - 8 }, across),
  ];
  const taken: { left: number; right: number; y: number }[] = [];
  for (const point of [...points].sort((a, b) => a.y - b.y)) {
    const [at, height] = [x(point.x), y(point.y)];
    parts.push(
      svg('line', { class: 'trial-range', x1: at, x2: at, y1: y(point.yLow), y2: y(point.yHigh) }),
      svg('line', { class: 'trial-range', x1: x(point.xLow), x2: x(point.xHigh), y1: height, y2: height }),
      svg('circle', { class: point.chosen ? 'mark' : 'dot', cx: at, cy: height, r: point.chosen ? 7 : 5 },
        svg('title', {}, `${point.name}: ${axis.text(point.y)}, ${sized(point.x)}`)),
      name(point, at, height, width, taken));
  }
  return { height: HEIGHT, parts };
}

/** The name beside its dot, on the side that has room, and above another one at its place. */
function name(point: TrialPoint, at: number, height: number, width: number, taken: { left: number; right: number; y: number }[]): Child {
  const long = point.name.length * 7.2;
  const isRight = at + 12 + long < width - RIGHT || at < width / 2;
  const left = isRight ? at + 12 : at - 12 - long;
  let base = height - 8;
  const isTaken = (): boolean =>
    taken.some((other) => other.left < left + long && left < other.right && Math.abs(other.y - base) < LINE);
  while (isTaken() && base > TOP) base -= LINE;
  taken.push({ left, right: left + long, y: base });
  const most = Math.max(4, Math.floor((isRight ? width - left : at - 12) / 7.2));
  const shown = point.name.length > most ? `${point.name.slice(0, most - 1)}…` : point.name;
  return svg('text', { class: isRight ? 'setting-name' : 'setting-name end', x: isRight ? left : at - 12, y: base }, shown);
}
