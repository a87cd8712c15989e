import type { Collector, ProcessReport } from '../data/contract.ts';
import { bytes } from '../format/bytes.ts';
import { durationFromMillis } from '../format/durations.ts';
import { counted, decimals, integer, percent } from '../format/numbers.ts';
import type { Fact } from './facts.ts';

/** Facts that the collector reports about itself, and its mark assists. Only known ones. */
export function collectorFacts({ assists, collector, collections }: ProcessReport): Fact[] {
  const facts: Fact[] = [];
  if (assists && assists.collections !== null) {
    facts.push(
      ['Mark assists (goroutine time, not a pause)', durationFromMillis(assists.thread_time_total_ms)],
      ['Collections with mark assists', `${integer(assists.collections)} of ${integer(collections.count)}`],
      ['Most mark assist time in one collection', durationFromMillis(assists.thread_time_max_ms)]);
  }
  if (collector) facts.push(...heaps(collector), ...sizes(collector));
  return facts;
}

function heaps({ heaps_min: fewest, heaps_max: most, balance, cost_median_percent: cost }: Collector): Fact[] {
  const facts: Fact[] = [];
  if (most !== null && most > 1) facts.push(['Heaps', fewest === most ? integer(most) : `${integer(fewest)} to ${integer(most)}`]);
  if (balance && balance.collections !== null) {
    const [median, worst] = [times(balance.survived_median_ratio), times(balance.survived_max_ratio)];
    facts.push(['Survivors of the fullest heap', `${median} the mean (median), ${worst} at worst`]);
    if (balance.mark_median_ratio !== null) facts.push(['Mark time of the slowest heap', `${times(balance.mark_median_ratio)} the mean`]);
    facts.push(['Heap balance measured in', counted(balance.collections, 'collection')]);
  }
  if (cost !== null) facts.push(['GC cost by its own estimate, median', percent(cost)]);
  return facts;
}

function sizes(collector: Collector): Fact[] {
  const { committed_max_bytes: committed, pinned_objects_max: pinned, memory_load_max_percent: load, finalizers } = collector;
  const facts: Fact[] = [];
  if (committed !== null) facts.push(['Peak committed memory', bytes(committed)]);
  if (pinned) facts.push(['Most pinned objects', integer(pinned)]);
  if (load !== null) facts.push(['Peak memory load', percent(load)]);
  if (finalizers && finalizers.finalizable_objects !== null) {
    facts.push(['Dead objects awaiting finalization', integer(finalizers.finalizable_objects)]);
  }
  return facts;
}

function times(ratio: number | null): string {
  return ratio === null ? 'unknown' : `${decimals(ratio, 2)}\u00a0×`;
}
