import type { CollectionsIn, ExplainedHole, WorstRequest } from '../data/contract.ts';
import { durationFromMillis, fixedMillis, millisDigits } from '../format/durations.ts';
import { counted, percent } from '../format/numbers.ts';
import { h, type Child } from './dom.ts';
import { scrollBox } from './scrollBox.ts';
import type { Waterfalls } from './waterfall.ts';
import { exact } from '../work/exact.ts';

const ORDER = ['gen0', 'young', 'gen1', 'mixed', 'gen2', 'old', 'full'];

/** The slowest requests, with collections and pause time by generation, and links to their traces. */
export function worstTable(list: WorstRequest[], traces: Waterfalls | null): HTMLElement | null {
  if (list.length === 0) return null;
  const linked = list.some((request) => traces?.has(request.trace_id));
  const ms = millis(list.map((request) => request.duration_ms));
  const generations = generationsOf(list);
  const numbers = ['Started', 'Took, ms', 'In pauses, ms', 'Queued, ms', 'Without GC, ms'];
  return exact(table('Worst requests', ['Request', ...(linked ? ['Trace'] : []), ...numbers, ...generations.map(heading)],
    list.map((request) => [
      h('span', {}, request.name ?? 'unnamed', request.why ? h('div', { class: 'note' }, request.why) : null, pausesIn(request)),
      ...(linked ? [traceLink(request.trace_id ?? null, traces)] : []), clock(request.started_at),
      ms(request.duration_ms), ms(request.paused_ms), ms(request.queued_behind_gc_ms), ms(request.without_gc_ms),
      ...generations.map((generation) => runs(request.collections, generation, ms)),
    ])), list);
}

/** Links to the pauses that took most of a request: each selects its collection in the timeline. */
function pausesIn({ process, pauses }: WorstRequest): HTMLElement | null {
  if (!pauses || pauses.length === 0) return null;
  const links = pauses.flatMap((pause, i) => [
    i === 0 ? '' : ', ',
    h('a', { href: `#timeline&process=${process}&collection=${pause.collection_index}`, title: 'show this pause in the timeline' },
      `${durationFromMillis(pause.paused_ms)} at ${durationFromMillis(pause.start_ms)}`),
  ]);
  return h('div', { class: 'note' }, pauses.length === 1 ? 'Pause: ' : 'Longest pauses: ', ...links);
}

/** The holes in traces that pauses explain best. */
export function holesTable(list: ExplainedHole[]): HTMLElement | null {
  if (list.length === 0) return null;
  const ms = millis(list.map((hole) => hole.duration_ms));
  const generations = generationsOf(list);
  return exact(table('Holes in traces',
    ['Span', 'Trace', 'Started', 'Duration, ms', 'In pauses, ms', 'Explained', ...generations.map(heading)],
    list.map((hole) => [
      h('span', {}, hole.span ?? 'unnamed', h('div', { class: 'note' }, place(hole))), traceCell(hole.trace_id),
      clock(hole.started_at), ms(hole.duration_ms), ms(hole.explained_ms),
      percent(hole.duration_ms && hole.explained_ms !== null ? (100 * hole.explained_ms) / hole.duration_ms : null),
      ...generations.map((generation) => runs(hole.collections, generation, ms)),
    ])), list);
}

function place({ after, before, leaf }: ExplainedHole): string {
  if (after !== null && before !== null) return `between ${after} and ${before}`;
  if (after !== null) return `after ${after}`;
  if (before !== null) return `before ${before}`;
  return leaf ? 'the whole span' : 'around its children';
}

/** A shortened trace ID, without leading zeros; the title has the whole ID. */
export function shortTrace(id: string | null): string {
  if (id === null) return 'unknown';
  const short = id.replace(/^0+(?=.)/, '');
  return short.length > 12 ? `${short.slice(0, 12)}…` : short;
}

/** A shortened trace ID; the title has the whole. */
export function traceCell(id: string | null): HTMLElement {
  return h('code', { title: id }, shortTrace(id));
}

/** A button to the trace's waterfall where it is drawn, else its ID. */
function traceLink(id: string | null, traces: Waterfalls | null): Child {
  if (id === null) return '–';
  if (!traces?.has(id)) return traceCell(id);
  return h('button', { type: 'button', class: 'trace-link', title: `show trace ${id}`, click: () => traces.open(id) }, shortTrace(id));
}

function generationsOf(rows: { collections: CollectionsIn[] }[]): (string | null)[] {
  const names = new Set(rows.flatMap((row) => row.collections.map((collection) => collection.generation)));
  return [...names].sort((a, b) => ORDER.indexOf(a ?? '') - ORDER.indexOf(b ?? ''));
}

function heading(generation: string | null): string {
  return `${generation ?? 'GC'}, count · ms`;
}

function runs(list: CollectionsIn[], generation: string | null, ms: (value: number | null) => string): string {
  const own = list.find((collection) => collection.generation === generation);
  return own ? `${own.count ?? 'unknown'} · ${ms(own.paused_ms)}` : '–';
}

function millis(column: (number | null)[]): (value: number | null) => string {
  const digits = millisDigits(Math.max(0, ...column.map((value) => value ?? 0)));
  return (value) => (value === null ? 'unknown' : fixedMillis(value * 1e3, digits));
}

/** The time of day of an instant; the title has the whole instant. */
export function clock(instant: string | null): Child {
  const time = instant?.match(/T(\d{2}:\d{2}:\d{2}(?:\.\d{1,3})?)/)?.[1];
  return time ? h('span', { title: instant }, time) : (instant ?? 'unknown');
}

function table(title: string, heads: string[], rows: Child[][]): HTMLElement {
  const body = rows.map(([first, ...rest]) => h('tr', {}, h('th', { scope: 'row' }, first), ...rest.map((cell) => h('td', {}, cell))));
  return h('div', { class: 'request-table' },
    h('h3', {}, title, ' ', h('span', { class: 'note' }, counted(rows.length, 'row'))),
    scrollBox(title, h('table', { class: 'summary' },
      h('thead', {}, h('tr', {}, ...heads.map((head) => h('th', { scope: 'col' }, head)))), h('tbody', {}, ...body)), 'tall').element);
}
