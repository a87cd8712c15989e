import type { Latency, Report, Requests } from '../data/contract.ts';
import type { Trace } from '../data/traces.ts';
import { durationFromMillis } from '../format/durations.ts';
import { counted, integer, percent } from '../format/numbers.ts';
import type { Address } from './address.ts';
import { criticalPaths } from './criticalPaths.ts';
import { h, section, type Child } from './dom.ts';
import { scrollBox } from './scrollBox.ts';
import { holesTable, worstTable } from './requestTables.ts';
import { waterfalls } from './waterfall.ts';
import { exact } from '../work/exact.ts';

/** The p-value up to which an overlap is significant, as in the library's BlameJudgement. */
const SIGNIFICANT = 0.05;

/**
 * Which slow requests GC caused: the verdict first, then its evidence. Without enough evidence, only latencies are shown, where those
 * without GC are known.
 */
export function requestsSection(requests: Requests, report: Report, traces: Trace[], address: Address): HTMLElement {
  const refused = requests.outcome === 'not-enough-evidence';
  const verdict = h('p', { class: 'request-verdict' }, requests.verdict || 'This report has no verdict on the requests.');
  const sentences = explanations(requests);
  if (refused) {
    const known = (requests.without_gc || requests.metered?.windows.length) ? latency(requests) : null;
    return section('Requests', sentences.loud ?? verdict, known, sources(requests), sentences.quiet);
  }
  const shown = waterfalls(traces, report, address);
  return section('Requests', verdict, sentences.loud, counts(requests), acceptQueue(requests), latency(requests),
    sources(requests), sentences.quiet,
    ...criticalPaths(requests), shown?.element, worstTable(requests.worst, shown), holesTable(requests.holes));
}

function explanations({ explanations: list }: Requests): { loud: HTMLElement | null; quiet: HTMLElement | null } {
  const items = (kinds: (kind: string) => boolean): HTMLElement[] =>
    list.filter(({ kind }) => kinds(kind)).map(({ kind, text }) =>
      h('li', {}, kind === 'warning' && h('span', { class: 'chip medium' }, 'warning'), ' ', text));
  const loud = items((kind) => kind !== 'assumption');
  const quiet = items((kind) => kind === 'assumption');
  return {
    loud: loud.length === 0 ? null : h('ul', { class: 'plain request-notes' }, ...loud),
    quiet: quiet.length === 0 ? null : h('details', { class: 'assumptions', 'data-part': 'assumptions' },
      h('summary', {}, counted(quiet.length, 'assumption')),
      h('div', { class: 'coverage-body' }, h('ul', { class: 'plain' }, ...quiet))),
  };
}

function counts(requests: Requests): HTMLElement {
  const chance = requests.outcome === 'not-significant';
  const judged = (value: number | null): string => (value === null && chance ? 'not judged' : integer(value));
  return h('div', { class: 'request-numbers' },
    card('Slow', integer(requests.slow),
      `${percent(requests.slow_percent)} of ${counted(requests.count, 'request')}, over ${durationFromMillis(requests.slow_threshold_ms)}`),
    card('With a pause inside', integer(requests.slow_with_pause),
      `slow requests; of all requests ${integer(requests.with_pause)}`),
    because(requests),
    card('Queued behind GC', judged(requests.slow_queued_behind_gc), 'slow requests behind requests that a pause delayed'),
    card('Not explained', judged(requests.slow_unexplained), 'slow for other reasons'));
}

/** How many slow requests GC caused: one number or a range. */
function because(requests: Requests): HTMLElement {
  const { slow_because_of_gc: best, slow_because_of_gc_low: low, slow_because_of_gc_high: high } = requests;
  if (best === null) {
    const chance = requests.outcome === 'not-significant';
    const most = chance && high !== null && high !== undefined;
    const value = most ? `at most ${integer(high)}` : chance ? 'not judged' : integer(null);
    return card('Because of GC', value, chance ? 'not significant' : '');
  }
  const ranged = low !== null && low !== undefined && high !== null && high !== undefined && high > low;
  const own = integer(requests.slow_because_of_own_pauses);
  const under = `${percent(requests.explained_percent)} of slow requests; from pauses inside them alone ${own}`;
  const mark = !ranged && requests.without_gc?.upper_bound === true ? 'upper bound' : '';
  if (!ranged) return card('Because of GC', integer(best), under, mark);
  const range = low === 0 ? `at most ${integer(high)}` : `${integer(low)} to ${integer(high)}`;
  return card('Because of GC', range, `best estimate ${integer(best)}: ${under}`, mark);
}

/** Requests that waited in the accept queue during a stop: the server's own times start when it accepts them. */
function acceptQueue(requests: Requests): HTMLElement | null {
  const queue = requests.accept_queue;
  if (!queue) return null;
  const [shortest, longest] = [durationFromMillis(queue.shortest_stop_ms), durationFromMillis(queue.longest_stop_ms)];
  const long = shortest === longest ? longest : `${shortest} to ${longest}`;
  return h('p', { class: 'accept-queue' }, h('span', { class: 'chip medium' }, 'accept queue'),
    ` About ${counted(queue.count, 'request')} arrived while the application was stopped (${long}). They waited `
    + `${durationFromMillis(queue.mean_wait_ms)} on average before the server started to measure. `
    + `${integer(queue.slow_low)} to ${integer(queue.slow_high)} of them are not slow in these numbers `
    + `but took longer than ${durationFromMillis(requests.slow_threshold_ms)} for their clients.`);
}

function card(label: string, value: string, under: string, mark = ''): HTMLElement {
  const absent = value === 'unknown' || value === 'not judged';
  return h('div', { class: 'card' },
    h('div', { class: 'label' }, label, mark !== '' && h('span', { class: 'chip medium' }, mark)),
    h('div', { class: absent ? 'value absent' : 'value' }, value),
    h('div', { class: 'under' }, under));
}

function latency(requests: Requests): HTMLElement | null {
  const { without_gc: without } = requests;
  // Where only slow requests were kept, there are no percentiles.
  if (requests.tail_sampled && requests.p50_ms === null) return null;
  const shown: [name: string, note: string, of: Latency][] = [['As measured', '', { ...requests, slow_percent: requests.slow_percent }]];
  if (without) {
    shown.push(
      ['Without the pauses inside', 'each request minus its own pauses: lower bound of the effect of GC', without.own_pauses_only],
      ['Without GC and its queue',
        without.upper_bound ? 'upper bound of the effect of GC: one queue assumed' : 'the same arrivals replayed without pauses',
        without]);
    if (without.low) shown.push(['at least', 'over all queueing models and clocks that fit', without.low]);
    if (without.high) shown.push(['at most', '', without.high]);
  }
  const metered = requests.metered?.windows ?? [];
  shown.push(...metered.map((window): [string, string, Latency] => [
    window.window_ms === null ? 'Metered over the whole run' : `Metered over ${durationFromMillis(window.window_ms)}`,
    window === metered[0] ? 'closed-loop load, as if sent at an even rate: no queue model' : '', window]));
  const rows = shown.map(([name, note, of]) => row(name, note, of));
  const heads = ['Latency', 'p50', 'p90', 'p99', 'p99.9', 'Longest', 'Slow'];
  return h('div', { class: 'latency' },
    exact(scrollBox('Latency with and without GC', h('table', { class: 'summary' },
      h('thead', {}, h('tr', {}, ...heads.map((head) => h('th', { scope: 'col' }, head)))), h('tbody', {}, ...rows))).element,
    shown.map(([name, , of]) => latencyRow(name, of))),
    h('p', { class: 'dim' },
      without ? `The latency without GC is between ${without.low ? '“at least” and “at most”' : 'its last two rows'}. ` : '',
      requests.outcome !== 'not-enough-evidence' && chance(requests.p_value), ' ', requests.metered?.refusal ?? ''));
}

/** The numbers of a row, in full precision. */
function latencyRow(latency: string, { p50_ms, p90_ms, p99_ms, p999_ms, max_ms, slow_percent }: Latency): object {
  return { latency, p50_ms, p90_ms, p99_ms, p999_ms, max_ms, slow_percent };
}

function row(name: string, note: string, of: Latency): HTMLElement {
  const cells = [of.p50_ms, of.p90_ms, of.p99_ms, of.p999_ms, of.max_ms].map((ms): Child => h('td', {}, durationFromMillis(ms)));
  const head = h('th', { scope: 'row' }, name, note !== '' && h('div', { class: 'note' }, note));
  return h('tr', {}, head, ...cells, h('td', {}, percent(of.slow_percent)));
}

function chance(p: number | null): string {
  if (p === null) return 'The significance of the overlap of pauses and slow requests is unknown.';
  const value = p < 0.001 ? 'p < 0.001' : `p = ${Number(p.toFixed(3))}`;
  return `The overlap of pauses and slow requests is ${p > SIGNIFICANT ? 'not significant' : 'significant'} (${value}).`;
}

function sources({ sources: list, excluded: left, excluded_by_reason: by }: Requests): HTMLElement {
  const texts = list.map((source) => {
    const files = source.files.length === 1 ? source.files[0]! : counted(source.files.length, 'file');
    const spans = source.spans ? `${counted(source.spans, 'span')}, ` : '';
    const missed = source.lines_unparsed ? `, ${counted(source.lines_unparsed, 'line')} not parsed` : '';
    return `${files} (${source.format ?? 'unknown format'}): ${spans}${counted(source.requests, 'request')}${missed}`;
  });
  const out = left ? ` ${counted(left, 'request')} ignored${reasons(by)}.` : '';
  return h('p', { class: 'dim request-sources' }, `Read ${texts.join('; ')}.${out}`);
}

/** Why requests were ignored; nothing in documents of older versions. */
function reasons(by: Requests['excluded_by_reason']): string {
  if (!by) return '';
  const known = ([
    [by.other_processes, 'of other processes'],
    [by.outside_recording, 'from before or after the recording'],
    [by.invalid_times, 'with impossible times'],
    [by.streams, 'that are streams'],
  ] as const).filter(([count]) => count > 0);
  return known.length === 0 ? '' : `: ${known.map(([count, what]) => `${integer(count)} ${what}`).join(', ')}`;
}
