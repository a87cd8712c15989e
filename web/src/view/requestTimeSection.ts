import type { ProcessReport, TimeParts } from '../data/contract.ts';
import { durationFromMillis } from '../format/durations.ts';
import { counted, integer, percent } from '../format/numbers.ts';
import { table } from './breakdowns.ts';
import { h, section } from './dom.ts';
import { exact } from '../work/exact.ts';

type Part = [name: string, of: (parts: TimeParts) => number];

const PARTS: Part[] = [
  ['Stop-the-world pauses', (parts) => parts.stopped_ms],
  ['Mark assists', (parts) => parts.assist_ms],
  ['Waiting for assist credit', (parts) => parts.assist_wait_ms],
  ['Sweeping', (parts) => parts.sweep_ms],
  ['Waiting for a CPU', (parts) => parts.sched_wait_ms],
  ['Blocked', (parts) => parts.blocked_ms],
  ['System calls', (parts) => parts.syscall_ms],
  ['Running', (parts) => parts.running_ms],
];

/** The breakdown of request time, measured in goroutines. */
export function requestTimeSection({ request_time: time }: ProcessReport): HTMLElement | null {
  if (!time) return null;
  const { all, slowest } = time;
  const heads = ['Part', `All ${integer(all.requests)}`, 'Share', `Slowest ${integer(slowest.requests)}`, 'Share'];
  const rows = PARTS.map(([name, of]) => [
    name, durationFromMillis(of(all)), share(of(all), all), durationFromMillis(of(slowest)), share(of(slowest), slowest),
  ]);
  const longest = time.longest.map(({ name, start_ms: at, parts }) => [
    name, durationFromMillis(at), durationFromMillis(parts.total_ms), durationFromMillis(parts.stopped_ms),
    durationFromMillis(parts.assist_ms), durationFromMillis(parts.assist_wait_ms), durationFromMillis(parts.sched_wait_ms),
  ]);
  return section('Request time',
    h('p', { class: 'dim' },
      `${counted(time.requests, 'request')}, measured in their goroutines: median ${durationFromMillis(time.p50_ms)}, `,
      `99th percentile ${durationFromMillis(time.p99_ms)}, longest ${durationFromMillis(time.max_ms)}. `,
      `GC took ${percent(all.collector_percent)} of their time, and ${percent(slowest.collector_percent)} of the time of the slowest.`),
    h('div', { class: 'request-time' },
      exact(table('Breakdown', heads, rows, PARTS.map(([, of]) => of(slowest))),
        PARTS.map(([name, of]) => ({ part: name, all_ms: of(all), slowest_ms: of(slowest) }))),
      exact(table('Longest requests',
        ['Request', 'At', 'Took', 'Paused', 'Mark assists', 'Waiting for assist credit', 'Waiting for a CPU'], longest,
        time.longest.map(({ parts }) => parts.total_ms)), time.longest)));
}

function share(part: number, { total_ms: total }: TimeParts): string {
  return percent(total > 0 ? (100 * part) / total : null);
}
