import { digitsFor } from './durations.ts';

const SECOND = 1e6;
const DAY = 86_400 * SECOND;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
/** Dates beyond these come from a damaged timestamp; JavaScript's own dates end at 8.64e15 ms. */
const LAST_MILLIS = Date.UTC(9999, 11, 31);

/** The wall clock of a recording in UTC; moments are microseconds since the start of the recording. */
export class WallClock {
  private constructor(private readonly startedMicros: number, private readonly severalDays: boolean) {}

  /** Null when the start time of the recording is unknown. */
  static of(startedAt: string | null, lastMicros: number): WallClock | null {
    const started = startedAt === null ? Number.NaN : Date.parse(startedAt);
    const last = started + Math.max(0, lastMicros) / 1e3;
    if (!(started >= 0 && last <= LAST_MILLIS)) return null;
    return new WallClock(started * 1e3, Math.floor((started * 1e3) / DAY) !== Math.floor((last * 1e3) / DAY));
  }

  /** `23:18:04.5`, with the resolution `step`, and with the day where the recording has more than one. */
  time(micros: number, step: number): string {
    const at = this.startedMicros + micros;
    return this.severalDays ? `${day(at)} ${timeOfDay(at, step)}` : timeOfDay(at, step);
  }

  /** The label of a tick: the day at midnight, else the time of day. */
  tick(micros: number, step: number): string {
    const at = Math.round(this.startedMicros + micros);
    return at % DAY === 0 && (this.severalDays || step >= DAY) ? day(at) : timeOfDay(at, step);
  }

  /** `2026-11-22 23:18:04.500 UTC`; null beyond all dates. */
  instant(micros: number): string | null {
    const date = new Date((this.startedMicros + micros) / 1e3);
    return Number.isNaN(date.getTime()) ? null : `${date.toISOString().replace('T', ' ').replace('Z', '')} UTC`;
  }

  /** Moments at which the clock shows a multiple of `step`. */
  multiples(min: number, max: number, step: number): number[] {
    const at: number[] = [];
    const first = Math.ceil((this.startedMicros + min) / step - 1e-9) * step;
    for (let value = first; value <= this.startedMicros + max; value += step) at.push(value - this.startedMicros);
    return at;
  }

  /** The start of the recording since midnight, in microseconds. */
  get sinceMidnight(): number {
    return this.startedMicros % DAY;
  }

  /**
   * The moment at which the clock showed this time of day, in microseconds: on the given day, else the first in the recording, which may
   * last for days. Null where the date is invalid.
   */
  find({ date, micros }: { date: string | null; micros: number }): number | null {
    if (date !== null) {
      const midnight = Date.parse(`${date}T00:00:00Z`);
      return Number.isNaN(midnight) ? null : midnight * 1e3 + micros - this.startedMicros;
    }
    const firstMidnight = Math.floor(this.startedMicros / DAY) * DAY;
    const same = firstMidnight + micros - this.startedMicros;
    // A time without seconds means the whole minute: 23:18 is in a recording that started at 23:18:04.
    return same + 60 * SECOND < 0 ? same + DAY : same;
  }
}

function day(micros: number): string {
  const date = new Date(micros / 1e3);
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]}`;
}

function timeOfDay(micros: number, step: number): string {
  const digits = digitsFor(step);
  const scale = 10 ** digits;
  const units = Math.round(((micros % DAY) / SECOND) * scale) % (86_400 * scale);
  const seconds = Math.floor(units / scale);
  const minutes = `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}`;
  if (step >= 60 * SECOND) return minutes;
  const fraction = digits === 0 ? '' : `.${String(units % scale).padStart(digits, '0')}`;
  return `${minutes}:${two(seconds % 60)}${fraction}`;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
