import { decimals } from './numbers.ts';

const UNITS = [
  { limit: 1e3, per: 1, name: 'µs' },
  { limit: 1e6, per: 1e3, name: 'ms' },
  { limit: 60e6, per: 1e6, name: 's' },
] as const;

/** `412 µs`, `16.16 ms`, `1.24 s`, `3 min 07 s`, `2 h 05 min`; four significant digits at most. */
export function duration(micros: number | null): string {
  if (micros === null || Number.isNaN(micros)) return 'unknown';
  if (micros === 0) return '0 ms';
  for (const unit of UNITS) {
    // 999.96 ms would round to "1000 ms": it belongs to the next unit.
    if (Math.abs(micros) < unit.limit * 0.99995) return `${significant(micros / unit.per)}\u00a0${unit.name}`;
  }
  return long(micros / 1e6);
}

export function durationFromMillis(millis: number | null | undefined): string {
  return duration(millis === null || millis === undefined ? null : millis * 1e3);
}

/** From here on a clock counts days: 210 hours are hard to read. */
const DAYS_FROM_HOURS = 48;

/** A point in the recording, as fine as the distance between two ticks needs: `0:12.5`, `1:02:03`, `8d 18:00`. */
export function clockTime(micros: number, stepMicros: number): string {
  const digits = digitsFor(stepMicros);
  const scale = 10 ** digits;
  const units = Math.round((Math.abs(micros) / 1e6) * scale);
  const whole = Math.floor(units / scale);
  const fraction = digits === 0 ? '' : '.' + String(units % scale).padStart(digits, '0');
  const sign = micros < 0 ? '-' : '';
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  if (h >= DAYS_FROM_HOURS) {
    const rest = stepMicros >= 60e6 ? '' : `:${two(s)}${fraction}`;
    return `${sign}${Math.floor(h / 24)}d ${two(h % 24)}:${two(m)}${rest}`;
  }
  if (h > 0) return `${sign}${h}:${two(m)}:${two(s)}${fraction}`;
  return `${sign}${m}:${two(s)}${fraction}`;
}

/** The decimals of a second that distinguish moments this many microseconds apart. */
export function digitsFor(stepMicros: number): number {
  return stepMicros >= 1e6 ? 0 : Math.min(6, Math.ceil(-Math.log10(stepMicros / 1e6) - 1e-9));
}

/** Milliseconds with fixed decimals, for a column of numbers. */
export function fixedMillis(micros: number, digits: number): string {
  return Number.isNaN(micros) ? '–' : decimals(micros / 1e3, digits);
}

/** The decimals of a column of milliseconds with this largest value. */
export function millisDigits(largestMillis: number): number {
  if (largestMillis >= 1000) return 1;
  return largestMillis >= 10 ? 2 : 3;
}

function long(seconds: number): string {
  const whole = Math.round(seconds);
  if (whole < 3600) return `${Math.floor(whole / 60)}\u00a0min ${two(whole % 60)}\u00a0s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 48 * 60) return `${Math.floor(minutes / 60)}\u00a0h ${two(minutes % 60)}\u00a0min`;
  return `${decimals(seconds / 86400, 1)}\u00a0days`;
}

function significant(value: number): string {
  const magnitude = Math.abs(value);
  const digits = magnitude >= 99.995 ? 1 : magnitude >= 9.9995 ? 2 : 3;
  return String(Number(value.toFixed(digits)));
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
