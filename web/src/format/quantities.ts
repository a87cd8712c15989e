import { percent } from './numbers.ts';

/**
 * Durations, sizes and changes as the terminal writes them (`Quantities` in C#): a page has sentences of the document and numbers of its
 * own, and both have to agree.
 */
const DURATIONS: Unit[] = [
  { below: 1e3, size: 1, name: 'ns' }, { below: 1e6, size: 1e3, name: 'µs' }, { below: 1e9, size: 1e6, name: 'ms' },
  { below: 120e9, size: 1e9, name: 's' }, { below: 7200e9, size: 60e9, name: 'min' },
  { below: 2 * 365.2425 * 86_400e9, size: 3600e9, name: 'h' }, { below: Infinity, size: 365.2425 * 86_400e9, name: 'years' },
];
const SIZES: Unit[] = ['B', 'KiB', 'MiB', 'GiB', 'TiB'].map((name, i) => ({
  below: name === 'TiB' ? Infinity : 1024 ** (i + 1), size: 1024 ** i, name,
}));

/** From ten times as much on, a factor is shown instead of a percentage. */
const MANY = 9;

interface Unit {
  /** Sizes from here on have a larger unit. */
  below: number;
  size: number;
  name: string;
}

/** `16.2 ms`, `1.25 s`: of milliseconds. */
export function lasting(millis: number): string {
  return written(millis * 1e6, DURATIONS);
}

/** `512 B`, `1.5 GiB`. */
export function sized(bytes: number): string {
  return written(bytes, SIZES);
}

/** `−98 %`, `+12 %`, `×12`: of a difference that is a share of what was before. */
export function changed(share: number): string {
  if (share >= MANY) return `×${rounded(1 + share, share >= 99 ? 0 : 1)}`;
  const by = 100 * share;
  // Nothing is −100 % but what is gone.
  if (by < -99.95 && by > -100) return '< −99.9\u00a0%';
  return `${signed(by, by < -99 && by > -100 ? 1 : 0)}\u00a0%`;
}

/** `+12`, `−0.5`, `0`, with exactly this many decimals unless it is 0. */
export function signed(value: number, digits: number): string {
  return withSign(value, exact(Math.abs(value), digits));
}

/** `+12`, `−0.5`, `0`, with at most this many decimals. */
export function shortSigned(value: number, digits: number): string {
  return withSign(value, rounded(Math.abs(value), digits));
}

/** `1,204.3`, with at most this many decimals. */
export function rounded(value: number, digits: number): string {
  return Number(exact(value, digits)).toLocaleString('en-US', { maximumFractionDigits: digits });
}

/** A share of time: whole percents from 10 % on, else one or two decimals. */
export function timeShare(value: number): string {
  return percent(Number(exact(value, value >= 10 ? 0 : value >= 1 ? 1 : 2)));
}

function withSign(value: number, size: string): string {
  return Number(size.replaceAll(',', '')) === 0 ? '0' : `${value < 0 ? '−' : '+'}${size}`;
}

function written(value: number, units: Unit[]): string {
  const unit = units.find(({ below }) => Math.abs(value) < below) ?? units[units.length - 1]!;
  const scaled = value / unit.size;
  const digits = Math.abs(scaled) >= 100 ? 0 : Math.abs(scaled) >= 10 ? 1 : 2;
  return `${Number(exact(scaled, digits))}\u00a0${unit.name}`;
}

/** .NET rounds the shortest decimal number that reads as this one, half away from zero; toFixed rounds the binary number. */
function exact(value: number, digits: number): string {
  return (value * (1 + 2 * Number.EPSILON)).toFixed(digits);
}
