import type { AnyColumn, SparseColumn } from './wire.ts';

export function isKnown(value: number): boolean {
  return !Number.isNaN(value);
}

/** Long columns as they are packed; the lowest integer is unknown. */
export type Numbers = Int8Array | Int16Array | Int32Array | Float64Array;

/** The number that stands for unknown; no number where that is NaN. */
export function unknownIn(numbers: Numbers): number {
  return numbers instanceof Float64Array ? Number.NaN : -(2 ** (8 * numbers.BYTES_PER_ELEMENT - 1));
}

export function undelta(column: AnyColumn): Float64Array {
  const out = new Float64Array(column.length);
  const unknown = areNumbers(column) ? unknownIn(column) : null;
  let value = 0;
  for (let i = 0; i < column.length; i++) {
    const step = column[i];
    if (step === null || step === undefined || step === unknown || Number.isNaN(step)) out[i] = Number.NaN;
    else out[i] = value += step;
  }
  return out;
}

/** The values, NaN where unknown; numbers that are there already are not copied. */
export function plain(column: AnyColumn): Float64Array {
  if (column instanceof Float64Array) return column;
  // A loop is four times as fast as Float64Array.from with a function.
  const out = new Float64Array(column.length);
  if (areNumbers(column)) {
    const unknown = unknownIn(column);
    for (let i = 0; i < column.length; i++) {
      const value = column[i]!;
      out[i] = value === unknown ? Number.NaN : value;
    }
    return out;
  }
  for (let i = 0; i < column.length; i++) out[i] = column[i] ?? Number.NaN;
  return out;
}

function areNumbers(column: AnyColumn): column is Numbers {
  return ArrayBuffer.isView(column);
}

export function indices(column: AnyColumn, size: number): Int32Array {
  const out = new Int32Array(column.length);
  for (let i = 0; i < column.length; i++) {
    const value = column[i];
    out[i] = typeof value === 'number' && value >= 0 && value < size ? value : -1;
  }
  return out;
}

export function sameLength(what: string, columns: Record<string, AnyColumn>): void {
  const lengths = new Set(Object.values(columns).map((column) => column.length));
  if (lengths.size > 1) throw new Error(`the columns of ${what} differ in length`);
}

/** A column with a value for every index below `count`, NaN where the sparse one has none. */
export function dense(column: SparseColumn, count: number): Float64Array {
  const out = new Float64Array(count).fill(Number.NaN);
  const values = plain(column.value);
  undelta(column.collection).forEach((at, i) => {
    if (at >= 0 && at < count) out[at] = values[i]!;
  });
  return out;
}
