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

/** The same as the library's Quantities.Percent: a value below 100 never reads as 100. */
export function percent(value: number | null | undefined): string {
  if (value === null || value === undefined || Number.isNaN(value)) return 'unknown';
  if (value > 99.995 && value < 100) return '>\u00a099.99\u00a0%';
  if (value > 0 && value < 0.005) return '<\u00a00.01\u00a0%';
  return `${Number(value.toFixed(value > 99 || value < 1 ? 2 : 1))}\u00a0%`;
}

/** `1 pause`, `3 pauses`, `unknown number of pauses`. */
export function counted(value: number | null | undefined, one: string, many = `${one}s`): string {
  if (value === null || value === undefined) return `unknown number of ${many}`;
  return `${integer(value)} ${value === 1 ? one : many}`;
}
