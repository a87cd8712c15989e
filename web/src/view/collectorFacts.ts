import type { Collector, ProcessReport } from '../data/contract.ts';
import { bytes } from '../format/bytes.ts';
import { durationFromMillis } from '../format/durations.ts';
import { counted, decimals, integer, percent } from '../format/numbers.ts';
import type { Fact } from './facts.ts';

/** What the collector told of itself, and the work that it made the program's own threads do. Only what is known. */
export function collectorFacts({ assists, collector, collections }: ProcessReport): Fact[] {
  const facts: Fact[] = [];
  if (assists && assists.collections !== null) {
    facts.push(
      ['Mark assists (thread time, no pause)', durationFromMillis(assists.thread_time_total_ms)],
      ['Collections with assists', `${integer(assists.collections)} of ${integer(collections.count)}`],
      ['Most assists in a collection', durationFromMillis(assists.thread_time_max_ms)]);
  }
  if (collector) facts.push(...heaps(collector), ...sizes(collector));
  return facts;
}

function heaps({ heaps_min: fewest, heaps_max: most, balance, cost_median_percent: cost }: Collector): Fact[] {
  const facts: Fact[] = [];
  if (most !== null && most > 1) facts.push(['Heaps', fewest === most ? integer(most) : `${integer(fewest)} to ${integer(most)}`]);
  if (balance && balance.collections !== null) {
    const [median, worst] = [times(balance.survived_median_ratio), times(balance.survived_max_ratio)];
    facts.push(['Fullest heap keeps', `${median} the mean (median), ${worst} at worst`]);
    if (balance.mark_median_ratio !== null) facts.push(['Slowest heap marks for', `${times(balance.mark_median_ratio)} the mean time`]);
    facts.push(['Balance of heaps, from', counted(balance.collections, 'collection')]);
  }
  if (cost !== null) facts.push(['Cost by its own measure, median', percent(cost)]);
  return facts;
}

function sizes(collector: Collector): Fact[] {
  const { committed_max_bytes: committed, pinned_objects_max: pinned, memory_load_max_percent: load, finalizers } = collector;
  const facts: Fact[] = [];
  if (committed !== null) facts.push(['Committed, at most', bytes(committed)]);
  if (pinned) facts.push(['Pinned objects, at most', integer(pinned)]);
  if (load !== null) facts.push(['Memory load, at most', percent(load)]);
  if (finalizers && finalizers.finalizable_objects !== null) facts.push(['Dead objects kept for finalizers', integer(finalizers.finalizable_objects)]);
  return facts;
}

function times(ratio: number | null): string {
  return ratio === null ? 'unknown' : `${decimals(ratio, 2)}\u00a0×`;
}
