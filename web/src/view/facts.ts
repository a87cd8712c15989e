import { h } from './dom.ts';

export type Fact = [name: string, value: string];

/** Small facts side by side; unknown values are dimmed. */
export function factGrid(facts: Fact[]): HTMLElement {
  return h('dl', { class: 'grid-facts' }, ...facts.map(([name, value]) =>
    h('div', {}, h('dt', {}, name), h('dd', { class: value === 'unknown' ? 'absent' : '' }, value))));
}
