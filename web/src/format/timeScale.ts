import { clockTime, duration } from './durations.ts';
import { counted, integer } from './numbers.ts';

export interface Ticks {
  at: number[];
  label: string[];
}

/** Words and ticks for the horizontal axis. */
export interface TimeScale {
  /** False when the recording has no time stamps and the axis only counts pauses. */
  readonly timed: boolean;
  /** How much to show on each side of one event that is zoomed to. */
  readonly margin: number;
  moment(micros: number, step?: number): string;
  /** The wall time of a moment in UTC; null when the recording doesn't say. */
  wallTime(micros: number): string | null;
  stretch(micros: number): string;
  ticks(min: number, max: number, width: number): Ticks;
}

const SECOND = 1e6;
const TICK_SPACING = 92;
const TIME_STEPS = [
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 2e4, 5e4, 1e5, 2e5, 5e5],
  ...[1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10800, 21600, 43200, 86400].map((s) => s * SECOND),
];

/** Time since the recording's zero in microseconds: seconds in a recording under a minute, else a clock. */
export function clockScale(lastMicros: number, startedAt: string | null = null): TimeScale {
  const startedMillis = startedAt === null ? Number.NaN : Date.parse(startedAt);
  const short = lastMicros < 60 * SECOND;
  const moment = (micros: number, step = 1e3): string =>
    short ? `${(micros / SECOND).toFixed(digitsFor(step))}\u00a0s` : clockTime(micros, step);
  return {
    timed: true,
    margin: 20_000,
    moment,
    wallTime: (micros) => wallTime(startedMillis + micros / 1e3),
    stretch: duration,
    ticks(min, max, width) {
      const step = stepFor(((max - min) * TICK_SPACING) / Math.max(width, TICK_SPACING));
      const at = multiples(min, max, step);
      return { at, label: at.map((value) => moment(value, step)) };
    },
  };
}

/** One position, in the units of an axis, for each event of a recording without time stamps. */
export const POSITION = SECOND;

export const orderScale: TimeScale = {
  timed: false,
  margin: 5 * POSITION,
  moment: (at) => `no. ${integer(Math.max(1, Math.round(at / POSITION) + 1))}`,
  wallTime: () => null,
  stretch: (span) => counted(Math.round(span / POSITION), 'pause'),
  ticks(min, max, width) {
    const wanted = ((max - min) * TICK_SPACING) / Math.max(width, TICK_SPACING) / POSITION;
    const power = 10 ** Math.max(0, Math.floor(Math.log10(wanted)));
    const step = [1, 2, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= wanted)!;
    const numbers = multiples(min / POSITION + 1, max / POSITION + 1, step).filter((number) => number >= 1);
    return { at: numbers.map((number) => (number - 1) * POSITION), label: numbers.map((number) => `no. ${integer(number)}`) };
  },
};

/** Every multiple of `step` in the range. */
export function multiples(min: number, max: number, step: number): number[] {
  const at: number[] = [];
  for (let i = Math.ceil(min / step - 1e-9); i * step <= max * (1 + 1e-12); i++) at.push(i * step);
  return at;
}

function wallTime(millis: number): string | null {
  const date = new Date(millis);
  return Number.isNaN(date.getTime()) ? null : `${date.toISOString().replace('T', ' ').replace('Z', '')} UTC`;
}

function stepFor(wanted: number): number {
  const day = 86400 * SECOND;
  return TIME_STEPS.find((candidate) => candidate >= wanted) ?? day * Math.ceil(wanted / day);
}

function digitsFor(step: number): number {
  return step >= SECOND ? 0 : Math.min(6, Math.ceil(-Math.log10(step / SECOND) - 1e-9));
}
