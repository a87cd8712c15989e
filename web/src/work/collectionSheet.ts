import type { Timeline } from '../data/timeline.ts';
import type { Sheet } from './exact.ts';

/** Collections in full precision, in the order of the table. */
export function collectionSheet({ collections: of, generations, causes, timed }: Timeline, shown: ArrayLike<number>): Sheet {
  return {
    columns: [
      'number', 'start_ms', 'end_ms', 'pause_ms', 'pauses', 'generation', 'background', 'cause', 'induced', 'heap_before_bytes',
      'heap_after_bytes', 'promoted_bytes',
    ],
    rows: Array.from(shown, (i) => [
      of.number[i]!, timed ? millis(of.start[i]!) : null, timed ? millis(of.end[i]!) : null, millis(of.pause[i]!), of.pauseCount[i]!,
      generations[of.generation[i]!] ?? null, of.background[i]! < 0 ? null : of.background[i] === 1, causes[of.cause[i]!] ?? null,
      of.induced[i] === 1, of.heapBefore[i]!, of.heapAfter[i]!, of.promoted[i]!,
    ]),
  };
}

/** Microseconds as milliseconds, exact to a nanosecond. */
function millis(micros: number): number {
  return Number((micros / 1e3).toFixed(6));
}
