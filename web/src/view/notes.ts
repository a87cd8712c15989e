import { h } from './dom.ts';

/** What a reader must know before the numbers, in a box; null without notes. */
export function notesBox(list: string[]): HTMLElement | null {
  if (list.length === 0) return null;
  return h('div', { class: 'not-recorded', role: 'note' }, h('h2', {}, list.length === 1 ? 'Note' : 'Notes'),
    h('ul', { class: 'plain' }, ...list.map((text) => h('li', {}, text))));
}
