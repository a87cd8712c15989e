import { costCurve, type CostPoint } from '../chart/costCurve.ts';
import type { Model } from '../data/modelContract.ts';
import { lasting, rounded, sized, timeShare } from '../format/quantities.ts';
import { addressed, h, section, type Child } from '../view/dom.ts';
import { rowsTable } from '../view/rowsTable.ts';
import { heading, unbroken } from '../view/shell.ts';
import { filesText, sourceLine } from '../view/sourceLine.ts';
import { RUNTIMES } from './comparisonWords.ts';
import { lawView } from './law.ts';
import { basis, formula, tooSmall, type Fitted, type Point } from './modelWords.ts';
import { rotationView, whatIfView } from './whatIf.ts';
import { exact } from '../work/exact.ts';

type Process = Model['processes'][number];
/** A point with a share of time: limits that leave no room have none. */
type Known = Point & { percent: number };

/** The memory law with the user's numbers, or a model of each recorded process. */
export function modelView(shown: Model): Child[] {
  if (shown.law !== null) return lawView(shown.law);
  const [only, ...others] = shown.processes;
  if (only && others.length === 0) {
    return [
      sourceLine([only.name, runtimeOf(only)]),
      ...heading(only.verdict),
      ...(only.model ? [section('GC time by memory limit', ...fitted(only.name, only.model))] : []),
      ...(only.what_if ? [section('Requests with other settings', ...whatIfView(only.name, only.what_if))] : []),
    ];
  }
  return [
    sourceLine([filesText(shown.processes.map(({ name }) => name))]),
    ...heading('GC time by memory limit: fitted models'),
    ...shown.processes.map(modelOf),
    ...(shown.rotation ? [section('All instances together', ...rotationView(shown.rotation))] : []),
  ];
}

/** One of several processes, under its verdict. */
function modelOf({ name, verdict, model, what_if: whatIf }: Process, index: number): HTMLElement {
  return addressed(h('section', { 'aria-label': `Model of ${name}` }, h('h2', { class: 'answer' }, unbroken(verdict)),
    ...(model ? fitted(name, model) : []), ...(whatIf ? whatIfView(name, whatIf) : [])), `model-${index + 1}`, name);
}

/** For the browser's tab: the process, or the limit of the law. */
export function modelTitle({ law, processes }: Model): (string | null)[] {
  if (law !== null) return [sized(law.limit_bytes), 'memory law'];
  const current = processes.length === 1 ? processes[0]!.model?.current?.limit_bytes : null;
  return [filesText(processes.map(({ name }) => name)), typeof current === 'number' ? `GC time at ${sized(current)}` : 'GC time by memory'];
}

function runtimeOf({ runtime, collector }: Process): string {
  return [RUNTIMES[runtime] ?? runtime, collector].filter(Boolean).join(', ');
}

function fitted(name: string, model: Fitted): Child[] {
  const isOfCpu = model.percent_of === 'cpu';
  return [
    ...basis(model).map((sentence) => h('p', {}, sentence)),
    costCurve(known(model.curve).map(costPoint), { limit: model.current?.limit_bytes, label: 'now' },
      isOfCpu ? 'heap goal' : 'memory limit', isOfCpu ? 'CPU for GC' : 'GC time'),
    table(name, model),
    ...tooSmall(model).map((sentence) => h('p', {}, sentence)),
    ...formula(model).map((sentence) => h('p', { class: 'dim' }, sentence)),
  ];
}

function table(name: string, model: Fitted): HTMLElement {
  const isOfCpu = model.percent_of === 'cpu';
  const points = new Map(known([...model.curve, ...model.requested]).map((point) => [point.limit_bytes, point]));
  const rows = [...points.values()].sort((a, b) => a.limit_bytes - b.limit_bytes);
  const hasGogc = rows.some((point) => gogc(point) !== null);
  return exact(rowsTable(`GC time of ${name} by memory limit`,
    [isOfCpu ? 'heap goal' : 'limit', ...(hasGogc ? ['GOGC'] : []), isOfCpu ? 'CPU for GC' : 'GC time', 'range', 'full GC every'],
    rows.map((point) => [
      `${sized(point.limit_bytes)}${point.limit_bytes === model.current?.limit_bytes ? ' ← now' : ''}`,
      ...(hasGogc ? [gogc(point) ?? '–'] : []),
      timeShare(point.percent),
      range(point),
      point.period_ms === null ? '–' : lasting(point.period_ms),
    ])), rows);
}

function range({ percent, low_percent: low, high_percent: high }: Known): string {
  const [from, to] = [timeShare(low ?? percent), timeShare(high ?? percent)];
  return from === to ? '' : `${from} to ${to}`;
}

/** The GOGC of a heap goal; null where the document has none, as for other runtimes than Go. */
function gogc(point: Point): string | null {
  return point.gogc === null ? null : rounded(point.gogc, 0);
}

function known(points: Point[]): Known[] {
  return points.filter((point): point is Known => point.percent !== null);
}

function costPoint({ limit_bytes: limit, percent, low_percent: low, high_percent: high }: Known): CostPoint {
  return { limit, percent, low: low ?? percent, high: high ?? percent };
}
