import { svg, type Child } from '../view/dom.ts';
import { percentTicks, sizeTicks } from './axes.ts';
import { drawing, valueLines, type Drawn } from './drawing.ts';

/** A memory limit and the share of time that GC takes with it. */
export interface CostPoint {
  limit: number;
  percent: number;
  low: number;
  high: number;
}

const [LEFT, RIGHT, TOP, BOTTOM] = [56, 40, 34, 56];
const HEIGHT = 320;
const HEAD_ROOM = 1.1;
const TICKS = 4;
const NARROW = 520;

/** The limit that is marked, with its label. */
interface Mark {
  limit: number | undefined;
  label: string;
}

/** The share of time in GC over the memory limit, its range as a band, and one marked limit. Null with fewer than two points. */
export function costCurve(points: CostPoint[], mark: Mark, across: string, up: string): HTMLElement | null {
  return points.length < 2 ? null : drawing(`${up} by ${across}`, (width) => curve(points, mark, across, up, width));
}

function curve(points: CostPoint[], mark: Mark, across: string, up: string, width: number): Drawn {
  const most = Math.min(100, Math.max(0.01, HEAD_ROOM * Math.max(...points.map((point) => point.high))));
  const [least, end] = [points[0]!.limit, points[points.length - 1]!.limit];
  const foot = HEIGHT - BOTTOM;
  const x = (limit: number): number => LEFT + ((width - LEFT - RIGHT) * (limit - least)) / Math.max(1, end - least);
  const y = (percent: number): number => foot - ((foot - TOP) * Math.min(most, Math.max(0, percent))) / most;
  const line = (along: CostPoint[], of: (point: CostPoint) => number): string =>
    along.map((point) => `${x(point.limit).toFixed(1)},${y(of(point)).toFixed(1)}`).join(' ');
  const here = points.find((point) => point.limit === mark.limit);
  const parts: Child[] = [
    ...valueLines(percentTicks(most, TICKS), y, { left: LEFT, right: width - RIGHT }),
    ...limits(least, end, x, width < NARROW ? TICKS / 2 : TICKS),
    svg('polygon', { class: 'band', points: [
      line(points, (point) => point.high), line([...points].reverse(), (point) => point.low),
    ].join(' ') }),
    svg('polyline', { class: 'curve', points: line(points, (point) => point.percent) }),
    svg('text', { class: 'title', x: 0, y: 14 }, up),
    svg('text', { class: 'middle title', x: (LEFT + width - RIGHT) / 2, y: HEIGHT - 10 }, across),
  ];
  if (here) {
    parts.push(
      svg('circle', { class: 'mark', cx: x(here.limit), cy: y(here.percent), r: 6 }),
      svg('text', { x: x(here.limit) + 10, y: y(here.percent) - 10 }, mark.label));
  }
  return { height: HEIGHT, parts };
}

function limits(least: number, end: number, x: (limit: number) => number, count: number): Child[] {
  const { at, label } = sizeTicks(least, end, count);
  return at.flatMap((limit, i) => [
    svg('line', { class: 'axis', x1: x(limit), x2: x(limit), y1: HEIGHT - BOTTOM, y2: HEIGHT - BOTTOM + 5 }),
    svg('text', { class: 'middle', x: x(limit), y: HEIGHT - BOTTOM + 20 }, label[i]),
  ]);
}
