import { decimals } from './numbers.ts';

const NAMES = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'];

/** `512 B`, `84.9 KiB`, `1.50 GiB`: three significant digits, binary units. */
export function bytes(value: number | null | undefined): string {
  if (value === null || value === undefined || Number.isNaN(value)) return 'unknown';
  let unit = 0;
  let scaled = Math.abs(value);
  while (scaled >= 999.5 && unit < NAMES.length - 1) {
    scaled /= 1024;
    unit++;
  }
  const digits = unit === 0 || scaled >= 99.95 ? 0 : scaled >= 9.995 ? 1 : 2;
  return `${value < 0 ? '-' : ''}${decimals(scaled, digits)}\u00a0${NAMES[unit]}`;
}

export function bytesPerSecond(value: number | null | undefined): string {
  return value === null || value === undefined ? 'unknown' : `${bytes(value)}/s`;
}

/** The unit of a column of sizes: fine enough for its small values. */
export function columnByteUnit(largest: number): { size: number; name: string } {
  return byteUnit(Math.min(largest, 2 ** 20));
}

/** The power of 1024 for the largest value of an axis, with its name. */
export function byteUnit(largest: number): { size: number; name: string } {
  let unit = 0;
  while (largest >= 1024 && unit < NAMES.length - 1) {
    largest /= 1024;
    unit++;
  }
  return { size: 1024 ** unit, name: NAMES[unit]! };
}
