import type { NotApplicable, ProcessReport, Source } from '../data/contract.ts';
import { bytes } from '../format/bytes.ts';
import { durationFromMillis } from '../format/durations.ts';
import { counted, integer } from '../format/numbers.ts';
import { h, type Child } from './dom.ts';
import { formatName, runtimeName } from './names.ts';

const FILES_SHOWN = 20;

/** What was read and what was not parsed: one line, with details to open. */
export function coverage(process: ProcessReport, notApplicable: NotApplicable[]): HTMLElement {
  const { source } = process;
  const notes = source.coverage?.notes ?? [];
  const incomplete = (source.lines_unparsed ?? 0) > 0 || notes.some((note) => note.severity === 'unreadable');
  return h('details', { class: incomplete ? 'coverage incomplete' : 'coverage', 'data-part': 'coverage' },
    h('summary', {}, summary(process)),
    h('div', { class: 'coverage-body' }, facts(source), examples(source), noteList(source), rules(notApplicable)));
}

function summary(process: ProcessReport): string {
  const { source } = process;
  return [
    `Read ${counted(source.files.length, 'file')}`,
    formatName(source.format),
    runtimeName(process),
    source.duration_ms === null ? 'length unknown' : durationFromMillis(source.duration_ms),
    lines(source),
  ].filter(Boolean).join(' · ');
}

function lines(source: Source): string {
  if (source.lines === null) return '';
  const { lines_unparsed: not } = source;
  const understood = not === null ? '' : not === 0 ? ', all parsed' : `, ${integer(not)} not parsed`;
  return `${counted(source.lines, 'line')}${understood}`;
}

function facts(source: Source): HTMLElement {
  const files = source.files.slice(0, FILES_SHOWN).map((file) => h('div', { class: 'code' }, file));
  const more = source.files.length - files.length;
  return h('dl', { class: 'facts' },
    ...fact('Files', h('div', {}, ...files, more > 0 && h('div', {}, `and ${integer(more)} more`))),
    ...fact('Started', source.started_at ?? 'unknown'),
    ...fact('Clock', clock(source)),
    ...identityFacts(source.identity),
    ...fact('Process', source.pid === null || source.pid === undefined ? 'unknown' : `pid ${source.pid}`),
    ...settings(source));
}

function fact(name: string, value: Child): HTMLElement[] {
  return [h('dt', {}, name), h('dd', {}, value)];
}

/** Facts that the line above the heading leaves out or shortens. */
function identityFacts(identity: Source['identity']): HTMLElement[] {
  const labels = Object.entries(identity?.labels ?? {});
  const { processors, memory_limit_bytes: limit } = identity ?? {};
  const resources = [
    typeof processors === 'number' ? counted(processors, 'processor') : '', typeof limit === 'number' ? `memory limit ${bytes(limit)}` : '',
  ].filter((part) => part !== '');
  return [
    ...(identity?.run_id ? fact('Run', h('span', { class: 'code' }, identity.run_id)) : []),
    ...(identity?.container ? fact('Container', h('span', { class: 'code' }, identity.container)) : []),
    ...(resources.length > 0 ? fact('Resources', resources.join(' · ')) : []),
    ...(labels.length > 0 ? fact('Labels', pairs(labels)) : []),
  ];
}

function pairs(entries: [string, string][]): HTMLElement {
  return h('div', {}, ...entries.map(([name, value]) => h('div', { class: 'code' }, `${name} = ${value ?? 'unknown'}`)));
}

function clock({ clock: of }: Source): string {
  if (!of) return 'unknown';
  const uncertainty = of.uncertainty_ms === null ? 'uncertainty unknown' : `± ${durationFromMillis(of.uncertainty_ms)}`;
  return `${of.source ?? 'unknown'}, ${uncertainty}`;
}

function settings({ settings: of }: Source): HTMLElement[] {
  const entries = Object.entries(of ?? {});
  return entries.length === 0 ? [] : fact('Settings', pairs(entries));
}

function examples(source: Source): HTMLElement | null {
  const list = source.coverage?.examples ?? [];
  if (list.length === 0) return null;
  const items = list.map(({ line, text }) =>
    h('li', {}, h('span', { class: 'dim' }, line === null ? 'line ?' : `line ${integer(line)}`), ' ', h('code', {}, text)));
  return h('div', {}, h('h2', { class: 'small' }, 'First lines that were not parsed'), h('ul', { class: 'plain' }, ...items));
}

function noteList(source: Source): HTMLElement | null {
  const list = source.coverage?.notes ?? [];
  if (list.length === 0) return null;
  const items = list.map(({ severity, text }) =>
    h('li', {}, severity === 'unreadable' && h('span', { class: 'chip medium' }, 'unreadable'), ' ', text));
  return h('div', {}, h('h2', { class: 'small' }, 'Notes'), h('ul', { class: 'plain' }, ...items));
}

function rules(list: NotApplicable[]): HTMLElement | null {
  if (list.length === 0) return null;
  const items = list.map(({ id, reason }) => h('li', {}, h('code', {}, id), ' ', reason));
  return h('div', {}, h('h2', { class: 'small' }, 'Rules without enough data'), h('ul', { class: 'plain' }, ...items));
}
