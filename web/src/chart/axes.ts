import { byteUnit } from '../format/bytes.ts';
import { clockTime } from '../format/durations.ts';

const SECOND = 1e6;
const TIME_STEPS = [
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 2e4, 5e4, 1e5, 2e5, 5e5],
  ...[1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10800, 21600, 43200, 86400].map((s) => s * SECOND),
];

/** Ticks of a time axis in microseconds, at most one each `spacing` pixels. */
export function timeTicks(min: number, max: number, width: number, spacing = 90): { at: number[]; label: string[] } {
  const wanted = ((max - min) * spacing) / Math.max(width, spacing);
  const step = TIME_STEPS.find((candidate) => candidate >= wanted) ?? 86400 * SECOND * Math.ceil(wanted / (86400 * SECOND));
  const at = multiples(min, max, step);
  return { at, label: at.map((value) => clockTime(value, step)) };
}

export interface ValueTicks {
  at: number[];
  label: string[];
  unit: string;
}

/** Ticks for durations in microseconds from 0 to `max`; the unit is the same for all ticks. */
export function durationTicks(max: number, height: number): ValueTicks {
  const unit = max >= 2e6 ? { size: 1e6, name: 's' } : max >= 2e3 ? { size: 1e3, name: 'ms' } : { size: 1, name: 'µs' };
  return valueTicks(max, height, unit);
}

export function byteTicks(max: number, height: number): ValueTicks {
  return valueTicks(max, height, byteUnit(max));
}

/** One tick each power of ten, labelled in the unit that suits it. */
export function logDurationTicks(min: number, max: number): ValueTicks {
  const at: number[] = [];
  for (let value = 10 ** Math.ceil(Math.log10(min) - 1e-9); value <= max; value *= 10) at.push(value);
  const label = at.map((v) => (v >= 1e6 ? `${v / 1e6} s` : v >= 1e3 ? `${v / 1e3} ms` : `${v} µs`));
  return { at, label, unit: 'log' };
}

function valueTicks(max: number, height: number, unit: { size: number; name: string }): ValueTicks {
  const wanted = (max / unit.size) * (44 / Math.max(height, 44));
  const power = 10 ** Math.floor(Math.log10(wanted));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= wanted * 0.999)!;
  const digits = Math.max(0, Math.ceil(-Math.log10(step) - 1e-9));
  const at = multiples(0, max, step * unit.size);
  return { at, label: at.map((value) => (value === 0 ? '0' : (value / unit.size).toFixed(digits))), unit: unit.name };
}

function multiples(min: number, max: number, step: number): number[] {
  const at: number[] = [];
  for (let i = Math.ceil(min / step - 1e-9); i * step <= max * (1 + 1e-12); i++) at.push(i * step);
  return at;
}
