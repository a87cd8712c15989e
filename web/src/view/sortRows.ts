import type { Range } from '../chart/viewport.ts';
import type { CollectionColumns } from '../data/timeline.ts';

/** Indices of the collections in the range that pass the test (all without these), sorted by `key`; unknown keys are last either way. */
export function sortRows(
  collections: CollectionColumns, range: Range | null, key: (index: number) => number, descending: boolean,
  test: ((index: number) => boolean) | null = null,
): Int32Array {
  const rows = new Int32Array(collections.count);
  const keys = new Float64Array(collections.count);
  let count = 0;
  // Times and numbers mostly are in order already: a million need no sorting.
  let inOrder = !descending;
  for (let i = 0; i < collections.count; i++) {
    if (range && !(collections.start[i]! <= range.max && collections.end[i]! >= range.min)) continue;
    if (test && !test(i)) continue;
    keys[i] = key(i);
    inOrder &&= count === 0 ? !Number.isNaN(keys[i]!) : keys[i]! >= keys[rows[count - 1]!]!;
    rows[count++] = i;
  }
  if (inOrder) return rows.subarray(0, count);
  const sign = descending ? -1 : 1;
  return rows.subarray(0, count).sort((a, b) => {
    const [x, y] = [keys[a]!, keys[b]!];
    if (x === y) return a - b;
    if (Number.isNaN(x)) return Number.isNaN(y) ? a - b : 1;
    return Number.isNaN(y) ? -1 : sign * (x - y);
  });
}
