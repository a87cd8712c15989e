import type { ProcessReport, TimeParts } from '../data/contract.ts';
import { durationFromMillis } from '../format/durations.ts';
import { counted, integer, percent } from '../format/numbers.ts';
import { table } from './breakdowns.ts';
import { h, section } from './dom.ts';

type Part = [name: string, of: (parts: TimeParts) => number];

const PARTS: Part[] = [
  ['Stopped with the world', (parts) => parts.stopped_ms],
  ['Mark assists', (parts) => parts.assist_ms],
  ['Waiting for assist credit', (parts) => parts.assist_wait_ms],
  ['Sweeping', (parts) => parts.sweep_ms],
  ['Waiting for a processor', (parts) => parts.sched_wait_ms],
  ['Waiting for others', (parts) => parts.blocked_ms],
  ['Calls of the kernel', (parts) => parts.syscall_ms],
  ['Running', (parts) => parts.running_ms],
];

/** What the time of requests went into, goroutine by goroutine. */
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
  return section('What requests’ time went into',
    h('p', { class: 'dim' },
      `${counted(time.requests, 'request')}, told from what goroutines did: median ${durationFromMillis(time.p50_ms)}, `,
      `99th percentile ${durationFromMillis(time.p99_ms)}, longest ${durationFromMillis(time.max_ms)}. `,
      `The collector took ${percent(all.collector_percent)} of their time, ${percent(slowest.collector_percent)} of the slowest ones’.`),
    h('div', { class: 'request-time' },
      table('Parts of the time', heads, rows, PARTS.map(([, of]) => of(slowest))),
      table('The longest requests',
        ['Request', 'At', 'Took', 'Stopped', 'Assists', 'Waiting for credit', 'For a processor'], longest,
        time.longest.map(({ parts }) => parts.total_ms))));
}

function share(part: number, { total_ms: total }: TimeParts): string {
  return percent(total > 0 ? (100 * part) / total : null);
}
