import type { ClockScale } from './timeScale.ts';

const LONGEST_TEXT = 40;
const PER_UNIT: Record<string, number> = { us: 1, µs: 1, ms: 1e3, s: 1e6, m: 60e6, min: 60e6, h: 3600e6 };

/**
 * The moment that a reader typed, in microseconds since the start of the recording: `23:18:04.5` and `2026-11-22 23:18` by the wall clock,
 * `1:23` by the clock of the axis, `83s` and `1.5 min` since the start. Null when it is none of these.
 */
export function givenTime(text: string, scale: ClockScale): number | null {
  const typed = text.trim().slice(0, LONGEST_TEXT);
  const amount = /^\+?(\d+(?:\.\d+)?)\s*(us|µs|ms|s|m|min|h)?$/.exec(typed);
  if (amount) return Number(amount[1]) * (PER_UNIT[amount[2] ?? 's'] ?? 1e6);
  const clock = /^(?:(\d{4}-\d{2}-\d{2})[T ])?(\d{1,4}):(\d{2})(?::(\d{2}(?:\.\d{1,6})?))?\s*(?:Z|UTC)?$/i.exec(typed);
  if (!clock) return null;
  const [, date, first, second, third] = clock;
  if (scale.wall && (scale.byWall || date)) {
    if (Number(first) > 23 || Number(second) > 59) return null;
    return scale.wall.find({ date: date ?? null, micros: seconds(first, second, third ?? '0') * 1e6 });
  }
  if (date) return null;
  // Since the start two numbers are minutes and seconds.
  return (third === undefined ? seconds('0', first, second) : seconds(first, second, third)) * 1e6;
}

function seconds(hours = '0', minutes = '0', rest = '0'): number {
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(rest);
}
