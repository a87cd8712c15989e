import { byteTicks, counterTicks, logDurationTicks, percentTicks } from '../chart/axes.ts';
import { trendChart, type TrendAxis, type TrendLine, type TrendScale } from '../chart/trendChart.ts';
import type { Trend } from '../data/trendContract.ts';
import { counted } from '../format/numbers.ts';
import type { Ticks } from '../format/timeScale.ts';
import { h, section, type Child } from '../view/dom.ts';
import { scrollBox } from '../view/scrollBox.ts';
import { notesBox } from '../view/notes.ts';
import { heading, unbroken } from '../view/shell.ts';
import { sourceLine } from '../view/sourceLine.ts';
import { exact } from '../work/exact.ts';
import { changes, changesOf, count, duration, leftOut, moment, rate, share, size, tip, unusual, type Run } from './trendWords.ts';

const TICK_COUNT = 6;
/** A longer table scrolls in its box. */
const MOST_SHOWN = 31;
const HEAD_ROOM = 1.08;

/** Many reports: the worst, charts over time with what changed, the trends, and a row per report. */
export function trendView(shown: Trend): Child[] {
  const { runs } = shown;
  const ends = [...new Set([runs[0], runs[runs.length - 1]].map((run) => run?.started_at.slice(0, 10)))];
  return [
    sourceLine([service(runs), counted(runs.length, 'report'), `${ends.join(' to ')} UTC`]),
    ...heading(shown.verdict),
    worst(shown),
    notesBox(shown.notes.map(unbroken)),
    charts(shown),
    changeList(runs),
    tests(shown),
    table(shown),
    unread(shown.unread),
  ];
}

/** For the browser's tab. */
export function trendTitle({ runs, worst: at }: Trend): (string | null)[] {
  return [service(runs) ?? 'trend', at === null ? counted(runs.length, 'report') : `worst ${moment(runs, at)}`];
}

function service(runs: readonly Run[]): string | null {
  const names = [...new Set(runs.map((run) => run.service))];
  return names.length === 1 ? names[0]! : null;
}

function worst({ runs, worst: at }: Trend): HTMLElement | null {
  const run = at === null ? undefined : runs[at];
  if (!run) return null;
  return h('p', {}, h('strong', {}, 'worst'), ' ', unbroken(`${run.name}${run.finding_title === null ? '' : `: ${run.finding_title}`}`));
}

function charts({ runs, worst: at }: Trend): HTMLElement | null {
  if (runs.length < 2) return null;
  const times = runs.map((run) => Date.parse(run.started_at));
  const axis: TrendAxis = {
    times: times.every((time, i) => time >= (times[i - 1] ?? 0)) ? times : null,
    runs: runs.length,
    tips: runs.map((_, i) => tip(runs, i)),
    marks: runs.flatMap((run, i) => (run.changes.length === 0 ? [] : [{ at: i, text: changes(run) }])),
    worst: at,
  };
  const line = (name: string, look: string, of: (run: Run) => number | null): TrendLine => ({ name, look, values: runs.map(of) });
  const draw = (title: string, lines: TrendLine[], scale: (lines: TrendLine[]) => TrendScale | null): Child[] => {
    const chart = trendChart(`${title} of each report over time`, lines, scale(lines), axis);
    return chart === null ? [] : [h('h3', {}, title), chart];
  };
  const drawn = [
    ...draw('Pauses', [
      line('longest', 'longest', (run) => run.max_ms), line('p99', 'p99', (run) => run.p99_ms),
      line('p90', 'p90', (run) => run.p90_ms), line('p50', 'p50', (run) => run.p50_ms),
    ], logarithmic),
    ...draw('Share of time paused', [line('paused', 'paused', (run) => run.paused_percent)],
      (lines) => fromZero(lines, (max) => percentTicks(max, TICK_COUNT))),
    ...draw('Heap', [line('peak', 'peak', (run) => run.peak_bytes), line('live set', 'live', (run) => run.live_set_bytes)],
      (lines) => fromZero(lines, byteTicks)),
    ...draw('Slow requests', [
      line('slow', 'slow', (run) => run.slow), line('slow because of GC', 'because', (run) => run.slow_because_of_gc),
    ], (lines) => fromZero(lines, (max, height) => counterTicks('count', max, height))),
  ];
  return drawn.length === 0 ? null : section('Over time', ...drawn);
}

/** From 0 to a little more than the largest value. */
function fromZero(lines: readonly TrendLine[], ticks: (max: number, height: number) => Ticks): TrendScale | null {
  const values = valuesOf(lines);
  if (values.length === 0) return null;
  const top = largest(values) * HEAD_ROOM || 1;
  return { place: (value) => value / top, ticks: (height) => ticks(top, height) };
}

/** The logarithm of milliseconds, at least one decade. A pause of 0 is at the foot. */
function logarithmic(lines: readonly TrendLine[]): TrendScale | null {
  const values = valuesOf(lines).filter((value) => value > 0).map((millis) => Math.log10(millis * 1e3));
  if (values.length === 0) return null;
  const high = largest(values) + 0.08;
  const low = Math.min(-largest(values.map((value) => -value)) - 0.08, high - 1);
  const log = (millis: number): number => (millis > 0 ? Math.log10(millis * 1e3) : low);
  return {
    place: (millis) => (log(millis) - low) / (high - low),
    ticks: () => {
      const { at, label } = logDurationTicks(low, high);
      return { at: at.map((value) => 10 ** value / 1e3), label };
    },
  };
}

function valuesOf(lines: readonly TrendLine[]): number[] {
  return lines.flatMap(({ values }) => values.filter((value) => value !== null));
}

function largest(values: readonly number[]): number {
  return values.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY);
}

/** What changed, with the numbers of the marks in the charts. */
function changeList(runs: readonly Run[]): HTMLElement | null {
  const changed = runs.flatMap((run, i) => (run.changes.length === 0 ? [] : [{ run, at: i }]));
  if (changed.length === 0) return null;
  return section('What changed', h('ol', { class: 'changes' }, ...changed.map(({ run, at }) => {
    const all = changesOf(run);
    const line = unbroken(`${moment(runs, at)}: ${changes(run)}`);
    return h('li', {}, line === unbroken(`${moment(runs, at)}: ${all.join(', ')}`) ? line
      : h('details', {}, h('summary', {}, line), h('ul', { class: 'plain' }, ...all.map((text) => h('li', {}, unbroken(text))))));
  })));
}

function tests({ trends, trend_refusal: refusal }: Trend): HTMLElement {
  return section('Trend', ...(refusal === null ? [] : [h('p', {}, refusal)]),
    trends.length === 0 ? null : h('ul', { class: 'plain changes' }, ...trends.map(({ text }) => h('li', {}, unbroken(text)))),
    trends.length === 0 ? null : h('p', { class: 'note' }, 'Test by Mann and Kendall, median slope by Theil and Sen. A trend is '
      + 'significant at a level of 5 % for all tests together. The tests assume that reports are independent of each other.'));
}

function table({ runs, worst: at, usual }: Trend): HTMLElement {
  const requests = runs.some((run) => run.slow !== null);
  const heads = [
    'start (UTC)', 'paused', 'p50', 'p99', 'longest', 'live set', ...(requests ? ['slow by GC'] : []), 'note', 'unusual', 'p90',
    'heap peak', 'allocation rate', ...(requests ? ['slow', 'requests'] : []), 'recorded', 'version', 'host', 'finding', 'report',
  ];
  const rows = runs.map((run, i) => h('tr', { class: i === at ? 'chosen-row' : '' },
    h('th', { scope: 'row' }, moment(runs, i)),
    cell(run, share(run.paused_percent), 'paused_percent'),
    cell(run, duration(run.p50_ms)),
    cell(run, duration(run.p99_ms), 'p99_ms'),
    cell(run, duration(run.max_ms), 'max_ms'),
    cell(run, size(run.live_set_bytes), 'live_set_bytes'),
    requests ? cell(run, count(run.slow_because_of_gc), 'slow_because_of_gc') : null,
    h('td', { class: 'word' }, i === at ? 'worst' : run.unusual.length > 0 ? 'unusual' : ''),
    h('td', { class: 'word' }, unusual(run)),
    cell(run, duration(run.p90_ms)),
    cell(run, size(run.peak_bytes)),
    cell(run, rate(run.allocation_rate_bytes_per_s), 'allocation_rate_bytes_per_s'),
    ...(requests ? [cell(run, count(run.slow)), cell(run, count(run.requests))] : []),
    cell(run, duration(run.duration_ms)),
    ...[`${run.runtime} ${run.runtime_version ?? ''}`.trim() + (run.version === null ? '' : `, service ${run.version}`), run.host ?? '–',
      run.finding ?? '–', run.name].map((text) => h('td', { class: 'word' }, text))));
  const usually = h('tr', {}, h('th', { scope: 'row' }, 'median'), ...[
    share(usual.paused_percent), '', duration(usual.p99_ms), duration(usual.max_ms), size(usual.live_set_bytes),
    ...(requests ? [usual.slow_because_of_gc === null ? '–' : String(usual.slow_because_of_gc)] : []),
    '', '', '', size(usual.peak_bytes), rate(usual.allocation_rate_bytes_per_s), ...(requests ? ['', ''] : []), '', '', '', '', '',
  ].map((text) => h('td', {}, text)));
  return section('Reports', exact(scrollBox('Reports, the earliest first', h('table', { class: 'summary trend-runs' },
    h('thead', {}, h('tr', {}, ...heads.map((head) => h('th', { scope: 'col' }, head)))),
    h('tbody', {}, ...rows), h('tfoot', {}, usually)), runs.length > MOST_SHOWN ? 'tall' : '').element, runs),
  h('p', { class: 'note' }, 'Pauses are stops for GC where the runtime reports stops, otherwise GC pauses. Unusual: above the median by '
    + 'more than 3 × 1.4826 × the median absolute deviation, and by at least 10 %.'));
}

function cell(run: Run, text: string, metric?: Run['unusual'][number]): HTMLElement {
  return h('td', { class: metric && run.unusual.includes(metric) ? 'unusual' : '' }, text);
}

function unread(list: Trend['unread']): HTMLElement | null {
  if (list.length === 0) return null;
  return section('Left out', h('ul', { class: 'plain changes' }, ...leftOut(list).map((text) => h('li', {}, unbroken(text)))));
}
