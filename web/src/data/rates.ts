import { lowerBound } from '../chart/decimate.ts';
import type { CollectionColumns, Gap } from './timeline.ts';

/**
 * Bytes over time as sums up to each collection, so that the mean rate of any interval is found by two look-ups. What is allocated between
 * two collections is spread evenly over the time from the start of one to the start of the next.
 */
export interface RateSeries {
  /** Starts of collections in microseconds, in order, without repetition. */
  time: Float64Array;
  /** Bytes up to each of them, and the microseconds of which bytes are known. */
  bytes: Float64Array;
  known: Float64Array;
}

/**
 * An interval shorter than this share of the median is one with the interval before: a collection that starts during another one reports
 * bytes of a longer time than that since the other one started.
 */
const SHORT = 0.25;
const MOST_STEPS = 1000;

/** Bytes per second: a column of collections divided by the time from one start to the next. Null without two collections that have it. */
export function rateSeries({ count, start }: CollectionColumns, values: Float64Array | null, gaps: Gap[]): RateSeries | null {
  if (values === null) return null;
  const [time, bytes, known] = [new Float64Array(count), new Float64Array(count), new Float64Array(count)];
  let [size, gap] = [0, 0];
  const order = inOrder(start);
  const short = SHORT * medianStep(start, order);
  for (const i of order) {
    const at = start[i]!;
    const value = values[i]!;
    const last = size - 1;
    if (last > 0 && at - time[last]! < short && known[last]! > known[last - 1]!) {
      bytes[last]! += Number.isNaN(value) ? 0 : value;
      known[last]! += at - time[last]!;
      time[last] = at;
      continue;
    }
    if (last >= 0 && at === time[last]!) continue;
    while (last >= 0 && gap < gaps.length && gaps[gap]!.start + gaps[gap]!.duration <= time[last]!) gap++;
    const isKnown = last >= 0 && !Number.isNaN(value) && !(gap < gaps.length && gaps[gap]!.start < at);
    time[size] = at;
    bytes[size] = (last < 0 ? 0 : bytes[last]!) + (isKnown ? value : 0);
    known[size] = (last < 0 ? 0 : known[last]!) + (isKnown ? at - time[last]! : 0);
    size++;
  }
  if (size < 2 || known[size - 1] === 0) return null;
  return { time: time.subarray(0, size), bytes: bytes.subarray(0, size), known: known.subarray(0, size) };
}

/** The mean rate between two moments in bytes per second; NaN where less than half of the time is known. */
export function meanRate({ time, bytes, known }: RateSeries, from: number, until: number): number {
  const seconds = (sumAt(time, known, until) - sumAt(time, known, from)) / 1e6;
  return seconds < (until - from) / 2e6 || seconds <= 0 ? Number.NaN : (sumAt(time, bytes, until) - sumAt(time, bytes, from)) / seconds;
}

/** A sum at a moment: between two collections it rises evenly. */
function sumAt(time: Float64Array, sums: Float64Array, at: number): number {
  const next = lowerBound(time, at);
  if (next === 0) return 0;
  if (next === time.length) return sums[next - 1]!;
  const [left, right] = [time[next - 1]!, time[next]!];
  return sums[next - 1]! + ((sums[next]! - sums[next - 1]!) * (at - left)) / (right - left);
}

/** Of many steps, the median of a thousand that are evenly chosen. */
function medianStep(start: Float64Array, order: Int32Array): number {
  const steps = new Float64Array(Math.min(MOST_STEPS, Math.max(0, order.length - 1)));
  for (let i = 0; i < steps.length; i++) {
    const at = Math.floor((i * (order.length - 1)) / steps.length);
    steps[i] = start[order[at + 1]!]! - start[order[at]!]!;
  }
  return steps.sort()[steps.length >> 1] ?? 0;
}

function inOrder(start: Float64Array): Int32Array {
  const kept = new Int32Array(start.length);
  let size = 0;
  let sorted = true;
  for (let i = 0; i < start.length; i++) {
    if (Number.isNaN(start[i]!)) continue;
    if (size > 0 && start[i]! < start[kept[size - 1]!]!) sorted = false;
    kept[size++] = i;
  }
  const order = kept.subarray(0, size);
  return sorted ? order : order.sort((a, b) => start[a]! - start[b]! || a - b);
}
