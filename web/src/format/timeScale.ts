import { clockTime, digitsFor, duration } from './durations.ts';
import { counted, integer } from './numbers.ts';
import { WallClock } from './wallClock.ts';

export interface Ticks {
  at: number[];
  label: string[];
}

/** Labels and ticks of the horizontal axis. */
export interface TimeScale {
  /** False when the recording has no timestamps and the axis only counts pauses. */
  readonly timed: boolean;
  /** How much to show on each side of one event that is zoomed to. */
  readonly margin: number;
  moment(micros: number, step?: number): string;
  /** The same moment on the other clock: its wall time, or the time since the start; null when unknown. */
  otherMoment(micros: number): string | null;
  stretch(micros: number): string;
  ticks(min: number, max: number, width: number): Ticks;
}

const SECOND = 1e6;
const TICK_SPACING = 86;
/** `23:59:59.123456` is longer than any time since the start, `23:59:59` isn't. */
const FINE_WALL_TICK_SPACING = 112;
const TIME_STEPS = [
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 2e4, 5e4, 1e5, 2e5, 5e5],
  ...[1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10800, 21600, 43200, 86400].map((s) => s * SECOND),
];

/** Microseconds since the start of the recording, shown by the wall clock where it is known, or since the start. */
export class ClockScale implements TimeScale {
  readonly timed = true;
  readonly margin = 20_000;
  /** Whether moments are shown by the wall clock. */
  byWall = false;
  /** Null when the start time of the recording is unknown. */
  readonly wall: WallClock | null;
  private readonly short: boolean;

  constructor(lastMicros: number, startedAt: string | null = null) {
    this.short = lastMicros < 60 * SECOND;
    this.wall = WallClock.of(startedAt, lastMicros);
  }

  moment(micros: number, step = 1e3): string {
    return this.byWall && this.wall ? this.wall.time(micros, step) : this.sinceStart(micros, step);
  }

  otherMoment(micros: number): string | null {
    if (!this.wall) return null;
    return this.byWall ? `${this.sinceStart(micros, 1e3)} after the start` : this.wall.instant(micros);
  }

  stretch(micros: number): string {
    return duration(micros);
  }

  ticks(min: number, max: number, width: number): Ticks {
    const wall = this.byWall ? this.wall : null;
    const stepAt = (spacing: number): number => stepFor(((max - min) * spacing) / Math.max(width, spacing));
    const coarse = stepAt(TICK_SPACING);
    const step = wall && coarse < SECOND ? stepAt(FINE_WALL_TICK_SPACING) : coarse;
    const at = wall ? wall.multiples(min, max, step) : multiples(min, max, step);
    return { at, label: at.map((value) => (wall ? wall.tick(value, step) : this.sinceStart(value, step))) };
  }

  /** Seconds in a recording under a minute, else a clock. */
  private sinceStart(micros: number, step: number): string {
    return this.short ? `${(micros / SECOND).toFixed(digitsFor(step))}\u00a0s` : clockTime(micros, step);
  }
}

/** One position, in the units of an axis, for each event of a recording without timestamps. */
export const POSITION = SECOND;

export const orderScale: TimeScale = {
  timed: false,
  margin: 5 * POSITION,
  moment: (at) => `no. ${integer(Math.max(1, Math.round(at / POSITION) + 1))}`,
  otherMoment: () => null,
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

function stepFor(wanted: number): number {
  const day = 86400 * SECOND;
  return TIME_STEPS.find((candidate) => candidate >= wanted) ?? day * Math.ceil(wanted / day);
}
