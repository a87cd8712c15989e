import { bytes, bytesPerSecond } from './bytes.ts';
import { decimals, percent } from './numbers.ts';

/** A counter's value with its unit. */
export function counterValue(value: number | null | undefined, unit: string | null): string {
  if (value === null || value === undefined || Number.isNaN(value)) return 'unknown';
  switch (unit) {
    case 'bytes': return bytes(value);
    case 'bytes/s': return bytesPerSecond(value);
    case 'percent': return percent(value);
    case 'per second': return `${short(value)}/s`;
    default: return short(value);
  }
}

function short(value: number): string {
  return decimals(value, Number.isInteger(value) || Math.abs(value) >= 100 ? 0 : 1);
}
