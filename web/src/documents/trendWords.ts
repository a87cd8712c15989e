import type { Trend } from '../data/trendContract.ts';
import { integer, percent } from '../format/numbers.ts';
import { lasting, sized } from '../format/quantities.ts';

export type Run = Trend['runs'][number];
type Metric = Run['unusual'][number];

const NOTHING = '–';
/** As `TrendText` in C#. */
const [MOST_NAMES, MOST_CHANGES] = [3, 4];

/** Numbers that may be unusual, in the words of the table. */
const METRICS: Record<Metric, string> = {
  paused_percent: 'paused', p99_ms: 'p99', max_ms: 'longest', live_set_bytes: 'live set',
  allocation_rate_bytes_per_s: 'allocation rate', slow_because_of_gc: 'slow by GC',
};

/** The date of a run; with the time of day, to the minute or the second, where a neighbour has the same one. UTC. */
export function moment(runs: readonly Run[], at: number): string {
  const start = runs[at]!.started_at;
  const isShared = (letters: number): boolean =>
    [at - 1, at + 1].some((other) => runs[other]?.started_at.slice(0, letters) === start.slice(0, letters));
  const shown = !isShared('yyyy-mm-dd'.length) ? 10 : isShared('yyyy-mm-ddThh:mm'.length) ? 19 : 16;
  return start.slice(0, shown).replace('T', ' ');
}

export function duration(millis: number | null): string {
  return millis === null ? NOTHING : lasting(millis);
}

export function size(bytes: number | null): string {
  return bytes === null ? NOTHING : sized(bytes);
}

export function rate(bytes: number | null): string {
  return bytes === null ? NOTHING : `${sized(bytes)}/s`;
}

export function share(value: number | null): string {
  return value === null ? NOTHING : percent(value);
}

export function count(value: number | null): string {
  return value === null ? NOTHING : integer(value);
}

/** Which numbers of a run are unusual. */
export function unusual(run: Run): string {
  return run.unusual.map((name) => METRICS[name] ?? name).join(', ');
}

/** The first changes of a run in a line, and how many more there are. */
export function changes(run: Run): string {
  const more = run.changes.length - MOST_CHANGES;
  return changesOf(run).slice(0, MOST_CHANGES).join(', ') + (more > 0 ? ` and ${integer(more)} more` : '');
}

/** Every change of a run. */
export function changesOf({ changes: all, runtime }: Run): string[] {
  return all.map(({ name, before, after }) => `${name === 'version' ? runtime : name} ${before ?? ''} → ${after ?? ''}`);
}

/** Inputs with the same reason, in a line. */
export function leftOut(unread: Trend['unread']): string[] {
  const groups = new Map<string, string[]>();
  for (const { name, reason } of unread) groups.set(reason, [...(groups.get(reason) ?? []), name]);
  return [...groups].map(([reason, list]) => {
    const more = list.length - MOST_NAMES;
    return `${list.slice(0, MOST_NAMES).join(', ')}${more > 0 ? ` and ${integer(more)} more` : ''}: ${reason}`;
  });
}

/** What a pointer on a chart sees of a run. */
export function tip(runs: readonly Run[], at: number): string {
  const run = runs[at]!;
  return [
    `${moment(runs, at)} UTC`, `${share(run.paused_percent)} paused`,
    `p50 ${duration(run.p50_ms)}, p90 ${duration(run.p90_ms)}, p99 ${duration(run.p99_ms)}, longest ${duration(run.max_ms)}`,
    `peak ${size(run.peak_bytes)}, live set ${size(run.live_set_bytes)}`,
    run.slow === null ? '' : `${count(run.slow)} slow requests, ${count(run.slow_because_of_gc)} because of GC`,
    run.finding_title ?? '', run.name,
  ].filter(Boolean).join('\n');
}
