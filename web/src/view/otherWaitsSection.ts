import type { NonGcWait, ProcessReport } from '../data/contract.ts';
import { durationFromMillis } from '../format/durations.ts';
import { integer, percent } from '../format/numbers.ts';
import { table } from './breakdowns.ts';
import { h, section } from './dom.ts';

/** Less than this share of the recording is not worth a row, as on the terminal; the JSON has it. */
const LEAST_SHARE = 0.01;
const MOST_ROWS = 8;

/** What held threads beside the collector: locks, input and output, the CPU quota; and what nothing explains. */
export function otherWaitsSection({ non_gc_waits: waits, source }: ProcessReport): HTMLElement | null {
  const least = (source.duration_ms ?? 0) * LEAST_SHARE;
  const shown = (waits ?? []).filter((wait) => wait.total_ms >= least).slice(0, MOST_ROWS);
  if (shown.length === 0) return null;
  const heads = ['Waiting for', 'Time', 'Times', 'Longest', 'Of the slow requests’ time'];
  const rows = shown.map((wait) => [
    what(wait), durationFromMillis(wait.total_ms), integer(wait.count), durationFromMillis(wait.max_ms),
    percent(wait.share_of_slow_requests_percent),
  ]);
  return section('What else held requests',
    h('p', { class: 'dim' }, 'Not the collector, and no part of the numbers above.'),
    h('div', { class: 'other-waits' }, table('Beside the collector', heads, rows, shown.map((wait) => wait.total_ms))));
}

/** Its name, and below it what the numbers are made of. */
function what({ name, source, summed_over_threads: over }: NonGcWait): HTMLElement {
  return h('span', {}, name, h('div', { class: 'note' }, `${over ? 'added up over threads or processors; ' : ''}${source}`));
}
