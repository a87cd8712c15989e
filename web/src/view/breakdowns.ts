import type { ProcessReport } from '../data/contract.ts';
import { fixedMillis, millisDigits } from '../format/durations.ts';
import { integer } from '../format/numbers.ts';
import { pauseCell } from '../format/steps.ts';
import { UNKNOWN } from './causes.ts';
import { h, section } from './dom.ts';
import { isRecorded, type Moments } from './moments.ts';
import { timeToStop } from './names.ts';
import { scrollBox } from './scrollBox.ts';
import { exact } from '../work/exact.ts';

const ROWS_SHOWN = 8;

export type Cell = string | HTMLElement;
type Collections = ProcessReport['collections'];
type Stops = ProcessReport['stops'];
type Source = ProcessReport['source'];
type Step = number | null | undefined;

/** Stop-the-world pauses by reason, and collections by generation, cause and phase. */
export function breakdowns({ collections, stops, source }: ProcessReport, moments: Moments): HTMLElement | null {
  const tables = [
    exact(byReason(stops, source), stops?.by_reason ?? []),
    exact(longestStops(stops, source, moments), stops?.longest ?? []),
    exact(byGeneration(collections.by_generation, source.pause_resolution_ms), collections.by_generation),
    exact(byCause(collections.by_cause, source.pause_resolution_ms), collections.by_cause),
    exact(byPhase(collections.by_phase), collections.by_phase),
  ]
    .filter((table) => table !== null);
  return tables.length === 0 ? null : section('Where the time goes', h('div', { class: 'breakdowns' }, ...tables));
}

/** Stop-the-world pauses by reason; nothing where all have one reason or none is known. */
function byReason(stops: Stops, source: Source): HTMLElement | null {
  const rows = stops?.by_reason ?? [];
  if (rows.length < 2) return null;
  const ms = column(rows.map((row) => row.max_ms), rows.map((row) => row.total_ms));
  return table('By reason of the pause', ['Reason', 'Pauses', 'Total, ms', `${timeToStop(source).short}, ms`, 'Max, ms'],
    rows.map((row) => [
      noted(row.reason, row.operations.join(', ')),
      integer(row.count),
      ms(row.total_ms),
      ms(row.time_to_safepoint_total_ms),
      ms(row.max_ms),
    ]), rows.map((row) => row.total_ms));
}

function longestStops(stops: Stops, source: Source, moments: Moments): HTMLElement | null {
  const rows = stops?.longest ?? [];
  const ms = column(rows.map((row) => row.duration_ms));
  return table('Longest pauses', ['Reason', 'At', 'Pause, ms', `${timeToStop(source).short}, ms`, 'GC pause, ms'],
    rows.map((row) => [
      noted(row.reason, [row.collection === null ? '' : `GC ${integer(row.collection)}`, row.cause ?? ''].filter(Boolean).join(' · ')),
      isRecorded(row.start_ms, source) ? moments.at(row.start_ms * 1e3) : UNKNOWN,
      ms(row.duration_ms),
      ms(row.time_to_safepoint_ms),
      row.pause_ms === null && !row.is_gc ? '–' : ms(row.pause_ms),
    ]), rows.map((row) => row.duration_ms));
}

function byGeneration(rows: Collections['by_generation'], step: Step): HTMLElement | null {
  if (rows.every((row) => row.generation === null)) return null;
  const ms = column(rows.map((row) => row.pause_max_ms), rows.map((row) => row.pause_total_ms));
  const paused = (millis: number | null, pauses = 1): string => stepped(ms, millis, step, pauses);
  return table('By generation', ['Generation', 'Collections', 'Background', 'Induced', 'Total, ms', 'Mean, ms', 'Max, ms'],
    rows.map((row) => [
      row.generation ?? 'unknown', integer(row.count), integer(row.background), integer(row.induced),
      row.pause_max_ms === null ? '–' : paused(row.pause_total_ms, row.count), paused(row.pause_mean_ms), paused(row.pause_max_ms),
    ]), rows.map((row) => row.pause_total_ms));
}

function byCause(rows: Collections['by_cause'], step: Step): HTMLElement | null {
  if (rows.every((row) => row.cause === null)) return null;
  const ms = column(rows.map((row) => row.pause_max_ms), rows.map((row) => row.pause_total_ms));
  return table('By cause', ['Cause', 'Collections', 'Total, ms', 'Max, ms'],
    rows.map((row) => [
      causeName(row), integer(row.count),
      // Concurrent cycles and collections of which only the start was recorded have no pause.
      row.pause_total_ms === 0 ? '–' : stepped(ms, row.pause_total_ms, step, row.count),
      row.pause_total_ms === 0 ? '–' : stepped(ms, row.pause_max_ms, step),
    ]),
    rows.map((row) => row.pause_total_ms));
}

function byPhase(rows: Collections['by_phase']): HTMLElement | null {
  const ms = column(rows.map((row) => row.max_ms), rows.map((row) => row.total_ms));
  return table('By phase', ['Phase', 'Count', 'Total, ms', 'Mean, ms', 'Max, ms'],
    rows.map((row) => [
      noted(row.phase ?? UNKNOWN, row.concurrent ? 'concurrent' : ''),
      integer(row.count), ms(row.total_ms), ms(row.mean_ms), ms(row.max_ms),
    ]),
    rows.map((row) => row.total_ms));
}

/** The runtime's own term, with the normalised cause where that adds information. */
function causeName({ cause, runtime_cause: own }: Collections['by_cause'][number]): Cell {
  // .NET's "Induced" is the contract's "induced": show it once.
  return own && cause && own.toLowerCase() !== cause ? noted(own, cause) : (own ?? cause ?? UNKNOWN);
}

function noted(text: string, note: string): Cell {
  return note === '' ? text : h('span', {}, text, ' ', h('span', { class: 'note' }, note));
}

/** The same number of decimals for a whole table, so that its columns are easy to compare. */
function column(...values: (number | null)[][]): (ms: number | null) => string {
  const digits = millisDigits(Math.max(0, ...values.flat().map((value) => value ?? 0)));
  return (ms) => (ms === null ? 'unknown' : fixedMillis(ms * 1e3, digits));
}

/** A number of the column; 0 at the resolution of the source is shown as less than that resolution. */
function stepped(ms: (millis: number | null) => string, millis: number | null, step: Step, pauses = 1): string {
  return millis === 0 && step && pauses > 0 ? pauseCell(0, 0, step, pauses) : ms(millis);
}

/** A table whose rows have a bar below their name. Rows and columns of which nothing is known are left out; null without any. */
export function table(title: string, heads: string[], rows: Cell[][], totals: (number | null)[]): HTMLElement | null {
  const informed = rows.map((_, i) => i).filter((i) => rows[i]!.some((cell) => !isUnknown(cell)));
  if (informed.length === 0) return null;
  const columns = heads.map((_, i) => i).filter((i) => i === 0 || informed.some((row) => !isUnknown(rows[row]![i]!)));
  if (columns.length === 1 && heads.length > 1) return null;
  const largest = Math.max(0, ...totals.map((total) => total ?? 0));
  const lines = informed.map((i) => line(columns.map((column) => rows[i]![column]!), largest > 0 ? (totals[i] ?? 0) / largest : 0));
  return h('div', { class: 'breakdown' }, h('h3', {}, title),
    scrollBox(title, h('table', { class: 'summary' },
      h('thead', {}, h('tr', {}, ...columns.map((i) => h('th', { scope: 'col' }, heads[i]!)))),
      h('tbody', {}, ...lines))).element,
    moreButton(lines));
}

function isUnknown(cell: Cell): boolean {
  return cell === UNKNOWN || cell === '–';
}

/** Hides all but the first rows behind a button. */
function moreButton(lines: HTMLElement[]): HTMLElement | null {
  const rest = lines.slice(ROWS_SHOWN);
  if (rest.length < 2) return null;
  for (const row of rest) row.hidden = true;
  const button = h('button', { type: 'button', class: 'more', click: () => {
    for (const row of rest) row.hidden = false;
    button.remove();
  } }, `Show ${integer(rest.length)} more`);
  return button;
}

function line([first, ...rest]: Cell[], share: number): HTMLElement {
  const bar = share > 0 ? h('span', { class: 'share', 'aria-hidden': 'true' }) : null;
  if (bar) bar.style.width = `${(share * 100).toFixed(2)}%`;
  return h('tr', {}, h('th', { scope: 'row' }, first, bar),
    ...rest.map((cell) => h('td', { class: cell === 'unknown' ? 'absent' : '' }, cell)));
}
