import { h } from './dom.ts';

export type Fact = [name: string, value: string];

/** Small facts side by side; those that are unknown are left out, unless all are. */
export function factGrid(facts: Fact[]): HTMLElement {
  const known = facts.filter(([, value]) => value !== 'unknown');
  if (known.length === 0) return h('p', { class: 'dim' }, 'No further number is recorded.');
  return h('dl', { class: 'grid-facts' }, ...known.map(([name, value]) => h('div', {}, h('dt', {}, name), h('dd', {}, value))));
}
