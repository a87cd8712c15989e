import { intervalChart } from '../chart/intervalChart.ts';
import type { Fleet } from '../data/fleetContract.ts';
import { counted, integer } from '../format/numbers.ts';
import { sized } from '../format/quantities.ts';
import { h, section, type Child } from '../view/dom.ts';
import { notesBox } from '../view/notes.ts';
import { scrollBox } from '../view/scrollBox.ts';
import { heading, unbroken } from '../view/shell.ts';
import { sourceLine } from '../view/sourceLine.ts';
import { exact } from '../work/exact.ts';
import {
  amount, change, difference, duration, isFixed, leftOut, moment, NOTHING, per, probability, reportLink, reportLinks, share, sizes,
  sourceParts, unread, word,
} from './fleetWords.ts';

/** A longer table scrolls in its box. */
const MOST_SHOWN = 31;
/** More rows are in the JSON and the CSV file. */
const MOST_ROWS = 500;
const MOST_DRAWN = 20;

/** A column of a table: its head and its cell of a row. Text is on the left, numbers on the right. The first one names the row. */
interface Column<Row> {
  head: string;
  text?: boolean | 'wide';
  cell: (row: Row) => Child;
}

/** Many processes: what to change first, what deploys did, and the other questions, each row with the report behind it. */
export function fleetView(shown: Fleet): Child[] {
  return [
    sourceLine(sourceParts(shown.source), shown.source.place),
    ...heading(shown.verdict),
    notesBox([...shown.notes, ...unread(shown.source)].map(unbroken)),
    toDo(shown.to_do),
    deploys(shown.deploys),
    hosts(shown.hosts),
    coincidences(shown.coincidences),
    traces(shown.traces ?? []),
    fanOut(shown.fan_out),
    memory(shown.memory),
    conditions(shown.conditions),
    alerts(shown.alerts),
    lines('Not answered', shown.not_answered.map(({ question, reason }) => `${question}: ${reason}`)),
    lines('Left out', leftOut(shown.source)),
  ];
}

/** For the browser's tab. */
export function fleetTitle({ source, to_do: causes }: Fleet): (string | null)[] {
  const first = causes[0];
  const size = counted(source.processes, 'process', 'processes');
  return [`fleet of ${size}`, first ? `${first.service ?? first.runtime}: ${first.title}` : null];
}

function toDo(causes: Fleet['to_do']): HTMLElement | null {
  const largest = causes.reduce((most, cause) => Math.max(most, cause.stop_share_percent), 0);
  return question('To do', 'Causes by service, the most request time lost first', causes, ({ report }) => reportLink(report), [
    { head: 'service', cell: ({ service, runtime }) =>
      h('span', {}, h('bdi', {}, service ?? NOTHING), ' ', h('span', { class: 'note' }, runtime)) },
    { head: 'cause', text: true, cell: ({ title, finding }) =>
      h('span', {}, title, finding === null ? null : h('code', { class: 'finding-id' }, finding)) },
    { head: 'request s/day', cell: (cause) => amount(cause.request_seconds_per_day) },
    { head: 'core h/day', cell: (cause) => amount(cause.core_hours_per_day) },
    { head: 'share of stops', cell: (cause) => h('span', {}, share(cause.stop_share_percent),
      bar(cause.stop_share_percent / largest)) },
    { head: 'saves up to', cell: (cause) => share(cause.saves_up_to_percent) },
    { head: 'change', text: 'wide', cell: ({ setting, advice }) =>
      (setting === null ? (advice ?? NOTHING) : h('span', {}, h('code', {}, setting), advice === null ? null : ` ${advice}`)) },
    { head: 'longest', cell: (cause) => duration(cause.max_ms) },
    { head: 'processes', cell: (cause) => `${integer(cause.processes)} of ${integer(cause.of_processes)}` },
  ], 'Of each day that a process was recorded. Request time is what requests would have been faster without stops. Core time is stop time '
    + 'times the processors of the process. The saving is an upper bound.');
}

/** A bar beside the largest of its column. The page's policy forbids style attributes, so the width is set as a property. */
function bar(ofLargest: number): HTMLElement {
  const element = h('span', { class: 'share', 'aria-hidden': 'true' });
  element.style.width = `${(100 * ofLargest).toFixed(1)}%`;
  return element;
}

function deploys(all: Fleet['deploys']): HTMLElement | null {
  const name = ({ service, before, after }: Fleet['deploys'][number]): string =>
    `${service ?? NOTHING} ${before === after ? after : `${before} → ${after}`}`.trimEnd();
  const drawn = all.filter((deploy) => deploy.change_percent !== null).slice(0, MOST_DRAWN);
  const chart = intervalChart('Change of the stop time by each deploy', drawn.map((deploy) => ({
    ...deploy.change_percent!, name: name(deploy), text: `${change(deploy.change_percent)}, ${word(deploy.verdict)}`, look: deploy.verdict,
  })));
  return question('Deploys', 'Changes, the latest first', all, (deploy) =>
    reportLinks(deploy.report_before, deploy.report_after, ['report before', 'after']), [
    { head: 'deploy', cell: name },
    ...(all.some(({ annotation }) => annotation)
      ? [{ head: 'annotation', text: true, cell: ({ annotation }: Fleet['deploys'][number]) => annotation?.text ?? '' }] : []),
    { head: 'verdict', text: true, cell: ({ verdict }) => h('span', { class: `deploy-verdict ${verdict}` }, word(verdict)) },
    { head: 'stop time (95 % interval)', text: true, cell: (deploy) => change(deploy.change_percent) },
    { head: 'p99 stop', cell: (deploy) => `${duration(deploy.p99_before_ms)} → ${duration(deploy.p99_after_ms)}` },
    { head: 'processes', cell: (deploy) => `${integer(deploy.processes_before)} → ${integer(deploy.processes_after)}` },
    { head: 'since (UTC)', cell: ({ at, annotation }) => moment(annotation?.at ?? at) },
    { head: 'measured', text: true, cell: (deploy) => h('span', {},
      `${per(deploy.per)}, ${deploy.same_hours ? 'same hours' : 'hours before and after'}`,
      deploy.reason === null ? null : h('span', { class: 'doubt' }, unbroken(deploy.reason))) },
  ], 'The change of the time in stops. Bars: 95 % confidence interval. No effect: the interval excludes every change that matters.', chart);
}

function hosts(all: Fleet['hosts']): HTMLElement | null {
  return question('Hosts that differ', 'Hosts that differ from others with the same service and version', all, ({ report }) =>
    reportLink(report), [
    { head: 'host', cell: ({ host }) => host },
    { head: 'service', text: true, cell: ({ service, version }) => [service ?? NOTHING, version].filter(Boolean).join(' ') },
    { head: 'stopped', cell: (host) => share(host.stopped_percent) },
    { head: 'other hosts', cell: (host) => `${share(host.others_stopped_percent)} (${integer(host.others)})` },
    { head: 'p', cell: (host) => probability(host.p_value) },
    { head: 'what differs', text: true, cell: ({ differences }) => (differences.length === 0 ? 'no setting differs'
      : h('ul', { class: 'plain' }, ...differences.map((one) => h('li', {}, difference(one))))) },
  ], 'The share of time in stops, and the median of the other hosts. p is corrected for all hosts that were compared.');
}

function coincidences(all: Fleet['coincidences']): HTMLElement | null {
  return question('Pauses that coincide', 'Pairs whose long stops overlap more often than by chance', all, (pair) =>
    reportLinks(pair.report, pair.other_report, ['report of one', 'of the other']), [
    { head: 'one', cell: ({ one }) => one },
    { head: 'other', text: true, cell: ({ other }) => other },
    { head: 'together', cell: ({ together }) => integer(together) },
    { head: 'by chance', cell: ({ expected }) => amount(expected) },
    { head: 'p', cell: (pair) => probability(pair.p_value) },
    { head: 'clocks within', cell: (pair) => duration(pair.clock_tolerance_ms) },
    { head: 'first (UTC)', cell: (pair) => moment(pair.first_at) },
  ], 'Long stops of one that overlap with a long stop of the other, and how many would if the times of one were moved.');
}

function traces(all: NonNullable<Fleet['traces']>): HTMLElement | null {
  return question('Pauses along one trace', 'Pairs that stop in the same traces more often than by chance', all, (pair) =>
    reportLinks(pair.report, pair.other_report, ['report of one', 'of the other']), [
    { head: 'one', cell: ({ one }) => one },
    { head: 'other', text: true, cell: ({ other }) => other },
    { head: 'traces', cell: (pair) => integer(pair.traces) },
    { head: 'one stops', cell: (pair) => integer(pair.one_stopped) },
    { head: 'other stops', cell: (pair) => integer(pair.other_stopped) },
    { head: 'both stop', cell: ({ together }) => integer(together) },
    { head: 'by chance', cell: ({ expected }) => amount(expected) },
    { head: 'p', cell: (pair) => probability(pair.p_value) },
    { head: 'stopped', cell: (pair) => duration(pair.stopped_ms) },
    { head: 'example', text: true, cell: (pair) => h('span', {}, h('code', {}, pair.trace_id), ` ${moment(pair.trace_at)}`) },
  ], 'Of the sampled traces that both served: those in which each stopped for GC for at least 1 ms, and in how many both would stop if the '
    + 'stops of one met other traces of the same minutes.');
}

function fanOut(all: Fleet['fan_out']): HTMLElement | null {
  return question('Fan-out', 'Pages that ask several instances of a service', all, ({ report }) => reportLink(report), [
    { head: 'service', cell: ({ service }) => service ?? NOTHING },
    { head: 'slow', cell: (row) => share(row.slow_percent) },
    { head: 'by GC', cell: (row) => share(row.slow_because_of_gc_percent) },
    { head: 'asked', cell: ({ asked }) => integer(asked) },
    { head: 'pages slow', cell: (row) => share(row.page_slow_percent) },
    { head: 'without GC', cell: (row) => share(row.page_slow_without_gc_percent) },
  ], 'The share of pages with at least one slow answer, if answers are independent of each other.');
}

function memory(all: Fleet['memory']): HTMLElement | null {
  return question('Memory', 'Heap limits of the services of one host', all, ({ report }) => reportLink(report), [
    { head: 'host', cell: ({ host }) => host },
    { head: 'service', text: true, cell: ({ service }) => service ?? NOTHING },
    { head: 'memory', text: true, cell: ({ action }) => action },
    { head: 'live set', cell: (row) => sized(row.live_set_bytes) },
    { head: 'heap limit', cell: (row) => sized(row.heap_limit_bytes) },
    { head: 'limit by the rule', cell: (row) => sizes(row.rule_limit_bytes) },
    { head: 'time in GC of the host', cell: (row) => change(row.host_gc_change_percent) },
    { head: 'allocates', cell: (row) => `${sized(row.allocation_rate_bytes_per_s)}/s` },
  ], 'The square-root rule divides the same total so that all services together spend the least time in GC '
    + '(Kirisame, Shenoy and Panchekha, OOPSLA 2022).');
}

function conditions(all: Fleet['conditions']): HTMLElement | null {
  return question('Runtimes and settings', 'Which runtime versions and settings run where', all, ({ report }) => reportLink(report), [
    { head: 'name', cell: ({ runtime, name }) => `${runtime} ${name}` },
    { head: 'value', text: true, cell: ({ value }) => value },
    { head: 'processes', cell: ({ processes }) => integer(processes) },
    { head: 'services', cell: ({ services }) => integer(services) },
    { head: 'some of them', text: true, cell: ({ services, service_names: names }) => some(names.filter(Boolean), services) },
  ]);
}

function some(known: string[], all: number): string {
  return known.join(', ') + (known.length > 0 && all > known.length ? ', …' : '');
}

function alerts(all: Fleet['alerts']): HTMLElement | null {
  return question('Open alerts', 'Open alerts, and whether a change fixed them', all, ({ report }) => reportLink(report), [
    { head: 'alert', cell: ({ name }) => name },
    { head: 'service', text: true, cell: ({ service }) => service ?? NOTHING },
    { head: 'instance', text: true, cell: ({ instance }) => instance ?? NOTHING },
    { head: 'since (UTC)', cell: ({ since }) => moment(since) },
    { head: 'state', text: true, cell: ({ fixed }) => isFixed(fixed) },
    { head: 'evidence', text: true, cell: ({ evidence }) => evidence ?? '' },
  ]);
}

/** A question with its rows; null without any. */
function question<Row extends object>(
  title: string, label: string, all: readonly Row[], report: (row: Row) => Child, columns: Column<Row>[], note = '',
  chart: HTMLElement | null = null,
): HTMLElement | null {
  if (all.length === 0) return null;
  const kind = (column: Column<Row>): string => (column.text === 'wide' ? 'word wide' : column.text ? 'word' : '');
  const table = h('table', { class: 'summary fleet' },
    h('thead', {}, h('tr', {}, ...columns.map((column) => h('th', { scope: 'col', class: kind(column) }, column.head)))),
    h('tbody', {}, ...all.slice(0, MOST_ROWS).map((row) => h('tr', {}, ...columns.map((column, i) =>
      (i === 0 ? h('th', { scope: 'row' }, column.cell(row), h('span', { class: 'report-link' }, report(row)))
        : h('td', { class: kind(column) }, column.cell(row))))))));
  const more = all.length - MOST_ROWS;
  return section(title, chart, exact(scrollBox(label, table, all.length > MOST_SHOWN ? 'tall' : '').element, all),
    more > 0 ? h('p', {}, `${counted(more, 'more row')} in the JSON and CSV files.`) : null,
    note === '' ? null : h('p', { class: 'note' }, note));
}

function lines(title: string, texts: string[]): HTMLElement | null {
  if (texts.length === 0) return null;
  return section(title, h('ul', { class: 'plain changes' }, ...texts.map((text) => h('li', {}, unbroken(text)))));
}
