import type { OtherWait, ProcessReport } from '../data/contract.ts';
import { durationFromMillis } from '../format/durations.ts';
import { integer, percent } from '../format/numbers.ts';
import { table } from './breakdowns.ts';
import { h, section } from './dom.ts';

/** Less than this share of the recording is not worth a row, as on the terminal; the JSON has it. */
const LEAST_SHARE = 0.01;
const MOST_ROWS = 8;

/** What held threads beside the collector: locks, input and output, the CPU quota; and what nothing explains. */
export function otherWaitsSection({ other_waits: waits, source }: ProcessReport): HTMLElement | null {
  const least = (source.duration_ms ?? 0) * LEAST_SHARE;
  const shown = (waits ?? []).filter((wait) => wait.total_ms >= least).slice(0, MOST_ROWS);
  if (shown.length === 0) return null;
  return section('What else held requests',
    h('p', { class: 'dim' }, 'Not the collector, and no part of the numbers above.'),
    table('Beside the collector', ['What', 'Time', 'Times', 'Longest', 'Of the slow requests’ time', 'Where it is from'],
      shown.map((wait) => [
        wait.what, time(wait), integer(wait.count), durationFromMillis(wait.longest_ms), percent(wait.share_of_slow_requests_percent), wait.source,
      ]), shown.map((wait) => wait.total_ms)));
}

function time({ total_ms: total, over_threads: over }: OtherWait): string {
  return `${durationFromMillis(total)}${over ? ', threads or processors added up' : ''}`;
}
