import { counterTicks, durationTicks } from '../chart/axes.ts';
import { trialChart } from '../chart/trialChart.ts';
import type { Tune } from '../data/tuneContract.ts';
import { counted, integer, percent } from '../format/numbers.ts';
import type { Ticks } from '../format/timeScale.ts';
import { copyable } from '../view/copyButton.ts';
import { h, section, type Child } from '../view/dom.ts';
import { notesBox } from '../view/notes.ts';
import { rowsTable } from '../view/rowsTable.ts';
import { heading, unbroken } from '../view/shell.ts';
import { sourceLine } from '../view/sourceLine.ts';
import { change, cell, environment, money, NOTHING, objective, overhead, trials, valuesOf, written } from './tuneWords.ts';

const DEFAULT = 'default';

/** Trials of settings: what was chosen and why, its numbers, latency against memory, the cost of the collector, and every trial. */
export function tuneView(shown: Tune): Child[] {
  const [answer = 'No trial was finished.', ...doubts] = shown.sentences;
  const all = shown.settings.reduce((sum, setting) => sum + setting.trial_results.length, 0);
  return [
    sourceLine([shown.command, counted(shown.settings.length, 'setting'), counted(all, 'trial'), `seed ${shown.seed}`,
      shown.interrupted ? 'interrupted' : null]),
    ...heading(answer),
    chosen(shown),
    notesBox(doubts.map(unbroken)),
    settings(shown),
    plane(shown),
    cost(shown),
    refused(shown),
    everyTrial(shown),
  ];
}

/** The chosen setting, ready to copy, with what it does. */
function chosen({ chosen: name, settings: all }: Tune): HTMLElement | null {
  const setting = all.find((one) => one.name === name);
  if (!setting || setting.name === DEFAULT) return null;
  const { code, effects, notes: caveats } = setting;
  return h('div', { class: 'first-action chosen-setting', role: 'note', 'aria-label': 'Chosen setting' },
    h('p', {}, h('strong', {}, `Set ${setting.name}`)),
    h('dl', { class: 'facts' }, ...fact('variable', copyable(environment(setting))),
      ...code.flatMap((line) => fact('code', copyable(line))),
      ...(effects ?? []).flatMap((text) => fact('effect', text)), ...(caveats ?? []).flatMap((text) => fact('note', text))));
}

function fact(name: string, value: Child): HTMLElement[] {
  return [h('dt', {}, name), h('dd', {}, value)];
}

function settings({ settings: all, objective: metric, unit, chosen: best, seed }: Tune): HTMLElement {
  const underLoad = all.some((setting) => valuesOf(setting, 'requests').length > 0);
  const failing = all.some((setting) => valuesOf(setting, 'errors').some((errors) => errors > 0));
  return section('Settings', rowsTable('Settings, the best first',
    [
      'setting', `${metric} ±`, 'change', ...(underLoad ? ['p50'] : []), 'longest', 'in GC', 'RSS',
      ...(failing ? ['errors'] : []), 'trials',
    ],
    all.map((setting) => [
      setting.name, objective(setting, unit), setting.name === DEFAULT ? NOTHING : change(setting, unit),
      ...(underLoad ? [cell(setting, 'p50_request')] : []),
      cell(setting, 'max_pause', true), cell(setting, 'total_pause'), cell(setting, 'max_rss', true),
      ...(failing ? [cell(setting, 'error_rate')] : []), trials(setting),
    ]), all.map((setting) => (setting.name === best ? 'chosen-row' : ''))),
  h('p', { class: 'note' }, '± is a 95 % confidence interval over trials. change is relative to the default; noise: not significant. '
    + `Random order: --seed ${seed}.`));
}

/** The objective against the memory of each setting. */
function plane({ settings: all, objective: metric, unit, chosen: best }: Tune): HTMLElement | null {
  const points = all.flatMap((setting) => {
    const memory = valuesOf(setting, 'max_rss');
    return setting.mean === null || memory.length === 0 ? [] : [{
      name: setting.name, chosen: setting.name === best,
      x: mean(memory), xLow: Math.min(...memory), xHigh: Math.max(...memory),
      y: setting.mean, yLow: setting.interval?.low ?? setting.mean, yHigh: setting.interval?.high ?? setting.mean,
    }];
  });
  const chart = metric === 'max_rss' ? null : trialChart(points, {
    name: metric, text: (value) => written(value, unit), ticks: (max, height) => ticksOf(unit, max, height),
  }, 'peak RSS');
  return chart && section(`${metric === 'p99_request' ? 'Latency' : metric} and memory`, chart,
    h('p', { class: 'note' }, 'Dots: means. Vertical lines: 95 % confidence interval over trials. Horizontal lines: from the least to the '
      + 'most memory of a trial.'));
}

/** Round ticks of the objective; those of durations are made of microseconds. */
function ticksOf(unit: Tune['unit'], max: number, height: number): Ticks {
  if (unit !== 'ns') return counterTicks(unit, max, height);
  const { at, label } = durationTicks(max / 1e3, height);
  return { at: at.map((micros) => micros * 1e3), label };
}

/** What the collector costs at least, in wall time, CPU time and money. */
function cost({ settings: all, objective: metric, unit, cost_sentences: sentences, priced_per: per }: Tune): HTMLElement | null {
  const bounds = ([['GC wall ≥', 'wall_overhead'], ['GC CPU ≥', 'cpu_overhead']] as const)
    .filter(([, key]) => all.some((setting) => setting[key]));
  const priced = all.some(({ price }) => price);
  if (bounds.length === 0 && !priced && (sentences ?? []).length === 0) return null;
  return section('Cost of GC',
    bounds.length === 0 ? null : rowsTable('Least cost of GC by setting', ['setting', metric, 'RSS', ...bounds.map(([name]) => name)],
      all.map((setting) => [setting.name, setting.mean === null ? NOTHING : written(setting.mean, unit), cell(setting, 'max_rss', true),
        ...bounds.map(([, key]) => overhead(setting[key]))])),
    ...(sentences ?? []).map((text) => h('p', { class: 'note' }, unbroken(text))),
    priced ? rowsTable('Price by setting',
      ['setting', per === 'million_requests' ? 'price of a million requests' : 'price of a run', 'of it GC ≥'],
      all.map(({ name, price }) => [name, money(price?.total), money(price?.collector_at_least)])) : null);
}

/** Settings that cannot be chosen or got no more trials, and why. */
function refused({ settings: all }: Tune): HTMLElement | null {
  const lines = [
    ...all.flatMap(({ stop_reason: reason }) => (reason === null ? [] : [`${reason}.`])),
    ...all.flatMap(({ name, broken_constraints: broken }) =>
      (broken.length === 0 ? [] : [`${name} is not eligible: it broke ${broken.join(' and ')}.`])),
  ];
  return lines.length === 0 ? null
    : section('Refused and stopped', h('ul', { class: 'changes plain' }, ...lines.map((line) => h('li', {}, unbroken(line)))));
}

function everyTrial({ settings: all, objective: metric, unit }: Tune): HTMLElement | null {
  const rows = all.flatMap((setting) => setting.trial_results.map((trial) => ({ setting, trial })))
    .sort((a, b) => a.trial.round - b.trial.round);
  if (rows.length === 0) return null;
  return section('Trials', rowsTable('Every trial', ['setting', 'round', metric, 'RSS', 'other processes', 'remark'],
    rows.map(({ setting, trial: { round, metrics, neighbour_cpu_share: share, failure, note } }) => [
      setting.name, integer(round + 1),
      metric in metrics ? written(metrics[metric]!, unit) : NOTHING,
      'max_rss' in metrics ? written(metrics['max_rss']!, 'bytes') : NOTHING,
      share === null ? NOTHING : percent(100 * share),
      failure === null ? (note ?? '') : `failed: ${failure}`,
    ])));
}

function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** For the browser's tab. */
export function tuneTitle({ command, chosen: name, outcome }: Tune): (string | null)[] {
  return [command ?? 'tune', name !== null && name !== DEFAULT ? name : outcome === 'within_noise' ? 'within noise' : 'no better setting'];
}

