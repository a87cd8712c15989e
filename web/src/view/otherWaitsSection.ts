import type { NonGcWait, ProcessReport } from '../data/contract.ts';
import { durationFromMillis } from '../format/durations.ts';
import { integer, percent } from '../format/numbers.ts';
import { table } from './breakdowns.ts';
import { h, section } from './dom.ts';
import { exact } from '../work/exact.ts';

/** Waits below this share of the recording get no row, as on the terminal; the JSON has them. */
const LEAST_SHARE = 0.01;
const MOST_ROWS = 8;

/** Waits of threads for other reasons than GC: locks, I/O, CPU quota, and unexplained ones. */
export function otherWaitsSection({ non_gc_waits: waits, source }: ProcessReport): HTMLElement | null {
  const least = (source.duration_ms ?? 0) * LEAST_SHARE;
  const shown = (waits ?? []).filter((wait) => wait.total_ms >= least).slice(0, MOST_ROWS);
  if (shown.length === 0) return null;
  const heads = ['Waiting for', 'Time', 'Count', 'Longest', 'Share of slow requests’ time'];
  const rows = shown.map((wait) => [
    nameOf(wait), durationFromMillis(wait.total_ms), integer(wait.count), durationFromMillis(wait.max_ms),
    percent(wait.share_of_slow_requests_percent),
  ]);
  return section('Waits other than GC',
    h('p', { class: 'dim' }, 'These waits are not caused by GC and not included in the numbers above.'),
    h('div', { class: 'other-waits' }, exact(table('Other waits', heads, rows, shown.map((wait) => wait.total_ms)), shown)));
}

/** The name of a wait, and the source of its numbers below. */
function nameOf({ name, source, summed_over_threads: over }: NonGcWait): HTMLElement {
  return h('span', {}, name, h('div', { class: 'note' }, `${over ? 'summed over threads or processors; ' : ''}${source}`));
}
