import { isKnown } from './columns.ts';

/** The events with a time and a duration, in order of start; null when all have them and are already in order. */
export function drawable(all: { count: number; start: Float64Array; duration: Float64Array }): Int32Array | null {
  const order = new Int32Array(all.count);
  let count = 0;
  let sorted = true;
  for (let i = 0; i < all.count; i++) {
    if (!isKnown(all.start[i]!) || !isKnown(all.duration[i]!)) continue;
    if (count > 0 && all.start[i]! < all.start[order[count - 1]!]!) sorted = false;
    order[count++] = i;
  }
  if (sorted && count === all.count) return null;
  const kept = order.subarray(0, count);
  if (!sorted) kept.sort((a, b) => all.start[a]! - all.start[b]! || a - b);
  return kept;
}
