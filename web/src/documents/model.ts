import { costCurve, type CostPoint } from '../chart/costCurve.ts';
import type { Model } from '../data/modelContract.ts';
import { lasting, rounded, sized, timeShare } from '../format/quantities.ts';
import { h, type Child } from '../view/dom.ts';
import { rowsTable } from '../view/rowsTable.ts';
import { heading, unbroken } from '../view/shell.ts';
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
    return [...heading(only.verdict), ...(only.model || only.what_if ? [section(only, only.model)] : [])];
  }
  return [
    ...heading('GC time by memory limit: fitted models'),
    ...shown.processes.map((process) => section(process, process.model, h('h2', { class: 'answer' }, unbroken(process.verdict)))),
    ...(shown.rotation ? rotationView(shown.rotation) : []),
  ];
}

function section(process: Process, model: Fitted | null, ...head: HTMLElement[]): HTMLElement {
  return h('section', { 'aria-label': `Model of ${process.name}` }, ...head, ...(model ? fitted(process.name, model) : []),
    ...(process.what_if ? whatIfView(process.name, process.what_if) : []));
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
