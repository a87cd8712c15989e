const GROUPED = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const FIXED = new Map<number, Intl.NumberFormat>();

/** `1,204,332`. */
export function integer(value: number | null | undefined): string {
  return value === null || value === undefined || Number.isNaN(value) ? 'unknown' : GROUPED.format(value);
}

/** `1,204.30` with exactly `digits` decimals. */
export function decimals(value: number, digits: number): string {
  let format = FIXED.get(digits);
  if (!format) {
    format = new Intl.NumberFormat('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
    FIXED.set(digits, format);
  }
  return format.format(value);
}

/** Percent that never rounds up to 100 when it is less: 99.9991 stays `99.9991 %`. */
export function percent(value: number | null | undefined): string {
  if (value === null || value === undefined || Number.isNaN(value)) return 'unknown';
  let digits = 2;
  while (value < 100 && digits < 6 && Number(value.toFixed(digits)) >= 100) digits++;
  return `${Number(value.toFixed(digits))}\u00a0%`;
}

/** `1 pause`, `3 pauses`, `unknown number of pauses`. */
export function counted(value: number | null | undefined, one: string, many = `${one}s`): string {
  if (value === null || value === undefined) return `unknown number of ${many}`;
  return `${integer(value)} ${value === 1 ? one : many}`;
}
