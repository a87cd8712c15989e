import { densityChart } from '../chart/densityChart.ts';
import { percentileChart } from '../chart/percentileChart.ts';
import { shareChart, type ShareLine } from '../chart/shareChart.ts';
import { shiftChart } from '../chart/shiftChart.ts';
import type { Comparison } from '../data/comparisonContract.ts';
import { counted, percent } from '../format/numbers.ts';
import { h, section, type Child } from '../view/dom.ts';
import { rowsTable } from '../view/rowsTable.ts';
import { notesBox } from '../view/notes.ts';
import { heading, unbroken } from '../view/shell.ts';
import { baseName, sourceLine } from '../view/sourceLine.ts';
import { allocationRate, change, condition, interval, prediction, side, value, word } from './comparisonWords.ts';
import { exact } from '../work/exact.ts';

type Finding = Comparison['findings'][number];

/** A comparison: the answer, the numbers, the durations, and what else changed. */
export function comparisonView(shown: Comparison): Child[] {
  const runs = shown.before.runs.length + shown.after.runs.length;
  return [
    sourceLine([`${baseName(shown.before.name)} → ${baseName(shown.after.name)}`, counted(runs, 'run')]),
    ...heading(shown.verdict),
    h('dl', { class: 'facts sides' }, ...(['before', 'after'] as const).flatMap((which) => [
      h('dt', {}, which), h('dd', {}, side(shown[which]))])),
    notesBox(shown.caveats.map(unbroken)),
    numbers(shown),
    ...shown.distributions.flatMap(durations),
    overhead(shown.overhead),
    worstWindows(shown),
    changes(shown),
    allocations(shown.allocations),
  ];
}

/** For the browser's tab: both sides, and the change of the number in the headline. */
export function comparisonTitle({ before, after, metrics, headline, outcome }: Comparison): (string | null)[] {
  const metric = metrics.find(({ name }) => name === headline);
  const changed = metric ? change(metric) : null;
  return [
    `${baseName(before.name)} → ${baseName(after.name)}`,
    metric && changed !== null ? `${metric.title} ${changed}` : outcome.replaceAll('_', ' '),
  ];
}

function numbers({ metrics, basis, familywise_error_rate: rate }: Comparison): HTMLElement {
  return section('Numbers',
    exact(h('div', { class: 'compared' }, rowsTable('Metrics before and after',
      ['metric', 'before', 'after', 'difference', '95 % confidence interval', 'verdict'],
      metrics.map((metric) => [
        metric.title,
        value(metric, metric.before),
        value(metric, metric.after),
        change(metric) ?? '–',
        interval(metric) ?? '–',
        word(metric),
      ]), metrics.map((metric) => metric.verdict))), metrics),
    h('p', { class: 'note' }, basis === 'runs'
      ? 'The confidence intervals are corrected for multiple comparisons. '
        + `With a confidence of ${percent(100 * (1 - rate))}, all of them contain the true difference.`
      : 'The confidence intervals come from resampled stretches of these two runs. Run-to-run variance is unknown.'),
    ...metrics.filter((metric) => metric.verdict === 'not_comparable').map((metric) =>
      h('p', { class: 'note' }, `${metric.title}: not comparable: ${metric.reason ?? 'unknown'}.`)));
}

function durations(distribution: Comparison['distributions'][number]): HTMLElement {
  const [shift, percentiles] = [shiftChart(distribution), percentileChart(distribution)];
  return section(`Durations of ${distribution.kind}`, densityChart(distribution),
    ...(percentiles === null ? [] : [h('h3', {}, 'Percentiles up to the maximum'), percentiles]),
    ...(shift === null ? [] : [
      h('h3', {}, 'Shift of each percentile'),
      shift,
      h('p', { class: 'note' }, 'Bars: 95 % confidence interval of each percentile, from resampled runs or stretches of one run.'),
    ]));
}

/** What the collector costs at least, or why that is unknown. */
function overhead(cost: Comparison['overhead']): HTMLElement | null {
  if (!cost) return null;
  return section('Cost of GC', h('p', {}, unbroken(cost.text)));
}

/** What was left in the worst windows, by their length: the mean of the runs, and a band from the worst run to the best. */
function worstWindows({ utilisation: rows }: Comparison): HTMLElement | null {
  if (!rows || rows.length < 2) return null;
  const first = rows[0]!;
  return section('Worst windows',
    shareChart('Time left in the worst window before and after, by its length', rows.map(({ window_ms: length }) => length), [
      sharesOf('before', rows.map((row) => row.bmu_before)), sharesOf('after', rows.map((row) => row.bmu_after)),
      sharesOf('before', rows.map((row) => row.mmu_before), true), sharesOf('after', rows.map((row) => row.mmu_after), true),
    ]),
    h('p', { class: 'note' }, 'The least share of the time that was left for the application in any window of a length. ',
      first.bmu_before.length + first.bmu_after.length > 2 ? 'Lines: mean of the runs. Bands: from the worst run to the best.' : ''));
}

function sharesOf(side: 'before' | 'after', runs: number[][], exact = false): ShareLine {
  return {
    name: exact ? `${side}, exactly this length (MMU)` : `${side}, or longer (BMU)`,
    look: exact ? `${side} mmu` : side,
    shares: runs.map((values) => values.reduce((sum, value) => sum + value, 0) / values.length),
    band: exact || runs[0]!.length < 2 ? null : {
      low: runs.map((values) => Math.min(...values)), high: runs.map((values) => Math.max(...values)),
    },
  };
}

function changes(shown: Comparison): HTMLElement {
  return section('What changed', h('ul', { class: 'changes plain' },
    ...shown.conditions.map((changed) =>
      h('li', {}, changed.kind === 'confounder' ? h('strong', {}, 'Differs: ') : null, condition(changed))),
    ...shown.findings.map((finding) => findingLine(finding, shown)),
    shown.findings.length === 0 ? h('li', { class: 'dim' }, 'no finding on either side') : null));
}

function findingLine(finding: Finding, shown: Comparison): HTMLElement {
  const promise = prediction(finding.prediction, shown.metrics);
  const runs = `${finding.runs_before} of ${shown.before.runs.length} before, ${finding.runs_after} of ${shown.after.runs.length} after`;
  return h('li', {}, h('strong', {}, `${finding.state}: `), unbroken(finding.title), ' ',
    h('span', { class: 'note' }, '(', h('code', {}, finding.id), `; ${runs})`),
    promise === null ? null : h('div', { class: 'note' }, promise));
}

function allocations(rows: Comparison['allocations']): HTMLElement | null {
  if (rows.length === 0) return null;
  return section('Allocation changes', exact(rowsTable('Allocation rates before and after', ['allocated', 'before', 'after'],
    rows.map((row) => [
    row.type !== null && row.site !== null ? `${row.type} in ${row.site}` : (row.type ?? row.site ?? 'unknown'),
    allocationRate(row.before_bytes_per_s),
    allocationRate(row.after_bytes_per_s),
  ])), rows));
}
