import { byteUnit } from '../format/bytes.ts';
import { multiples, type Ticks } from '../format/timeScale.ts';

const TICK_SPACING = 44;

/** Ticks for durations in microseconds from 0 to `max`; the unit is the same for all ticks. */
export function durationTicks(max: number, height: number): Ticks {
  const unit = max >= 2e6 ? { size: 1e6, name: 's' } : max >= 2e3 ? { size: 1e3, name: 'ms' } : { size: 1, name: 'µs' };
  return valueTicks(max, height, unit);
}

export function byteTicks(max: number, height: number): Ticks {
  return valueTicks(max, height, byteUnit(max));
}

/** Ticks of a counter in its unit; the chart's heading says whether it is a rate. */
export function counterTicks(unit: string, max: number, height: number): Ticks {
  if (unit === 'bytes' || unit === 'bytes/s') return byteTicks(max, height);
  return valueTicks(max, height, { size: 1, name: unit === 'percent' ? '%' : '' });
}

/** One tick for each power of ten; `min` and `max` are decimal logarithms of microseconds. */
export function logDurationTicks(min: number, max: number): Ticks {
  const at = multiples(min, max, 1);
  const label = (power: number): string => {
    if (power >= 6) return `${10 ** (power - 6)} s`;
    return power >= 3 ? `${10 ** (power - 3)} ms` : `${10 ** power} µs`;
  };
  return { at, label: at.map(label) };
}

function valueTicks(max: number, height: number, unit: { size: number; name: string }): Ticks {
  const wanted = (max / unit.size) * (TICK_SPACING / Math.max(height, TICK_SPACING));
  const power = 10 ** Math.floor(Math.log10(wanted));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= wanted * 0.999)!;
  const digits = Math.max(0, Math.ceil(-Math.log10(step) - 1e-9));
  const at = multiples(0, max, step * unit.size);
  return { at, label: at.map((value) => (value === 0 ? '0' : `${(value / unit.size).toFixed(digits)} ${unit.name}`)) };
}
