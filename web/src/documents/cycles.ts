import { cyclePath, type Step } from '../chart/cyclePath.ts';
import type { Cycles } from '../data/cyclesContract.ts';
import { counted } from '../format/numbers.ts';
import { addressed, h, type Child } from '../view/dom.ts';
import { heading } from '../view/shell.ts';
import { sourceLine } from '../view/sourceLine.ts';
import { basis, each, freedWith, headingOf, numbers, type Group } from './cyclesWords.ts';

/** Reference cycles: the answer, then each group with its drawing. */
export function cyclesView(shown: Cycles): Child[] {
  return [
    sourceLine(processes(shown)),
    ...heading(shown.verdict),
    ...basis(shown).map((sentence) => h('p', { class: 'dim' }, sentence)),
    ...shown.groups.map(section),
    shown.groups_omitted > 0 ? h('p', { class: 'rest dim' }, `${counted(shown.groups_omitted, 'more group')} of cycles.`) : null,
  ];
}

/** For the browser's tab. */
export function cyclesTitle(shown: Cycles): (string | null)[] {
  const kinds = counted(shown.groups.length, 'kind of reference cycle', 'kinds of reference cycles');
  return [processes(shown)[0] ?? null, shown.groups.length === 0 ? 'no reference cycles' : kinds];
}

function processes({ processes: all }: Cycles): string[] {
  const [first] = all;
  if (!first) return [];
  const version = first.runtime_version === null ? 'CPython' : `CPython ${first.runtime_version}`;
  return [all.length === 1 ? `process ${first.pid}` : counted(all.length, 'process', 'processes'), version];
}

function section(group: Group, index: number): HTMLElement {
  const title = headingOf(group, index + 1);
  const bar = h('div', { class: 'part', 'aria-hidden': 'true' }, h('div', {}));
  (bar.firstElementChild as HTMLElement).style.width = `${group.share_percent}%`;
  return addressed(h('section', { class: 'cycle', 'aria-label': title },
    h('h2', {}, title),
    bar,
    group.path_text === null ? null : h('p', { class: 'code' }, group.path_text),
    cyclePath(group.path.map(step), group.path_text ?? group.title),
    h('p', {}, each(group)),
    h('p', {}, freedWith(group)),
    h('p', { class: 'dim' }, numbers(group)),
    group.allocated_at === null ? null : h('p', { class: 'code' }, `created at ${group.allocated_at}`),
    h('p', { class: 'fix' }, group.fix.text)), `cycle-${index + 1}`, `${index + 1}. ${group.path[0]?.type.split('.').pop() ?? 'cycle'}`);
}

function step({ type, detail, reference_kind: kind, name }: Group['path'][number]): Step {
  const short = type.slice(type.lastIndexOf('.') + 1);
  // A place in the code is `function (file:line)`.
  const [, code, place] = /^(.*?)(?: \((.*)\))?$/s.exec(detail ?? '') ?? [];
  return { node: code ? `${short} ${code}` : short, place: place ?? null, reference: reference(kind, name) };
}

function reference(kind: Group['path'][number]['reference_kind'], name: string): string {
  switch (kind) {
    case 'attribute': return `.${name}`;
    case 'item': return `[${name}]`;
    case 'key': return `['${name}']`;
    case 'is_key': return '(key)';
    case 'local': return `local ${name}`;
    case 'closure': return `closure ${name}`;
    default: return '';
  }
}
