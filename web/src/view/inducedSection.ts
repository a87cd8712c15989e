import type { InducedBy } from '../data/contract.ts';
import { counted } from '../format/numbers.ts';
import { h, section } from './dom.ts';

/** The code that induced collections, with the call path. */
export function inducedSection(calls: InducedBy[]): HTMLElement | null {
  if (calls.length === 0) return null;
  return section('Induced collections', h('ol', { class: 'plain cards' }, ...calls.map(call)));
}

function call({ count, origin, caller: by, reason, call_path: path, stack }: InducedBy): HTMLElement {
  return h('li', {},
    h('p', {}, h('strong', {}, counted(count, 'collection')),
      by !== null && ' induced by ', by !== null && h('code', {}, by), reason !== null && `: ${reason}`),
    h('ol', { class: 'way', 'aria-label': 'Call path from the origin to the collector' },
      origin !== null && h('li', {}, origin), ...path.map((method) => h('li', {}, method === by ? h('strong', {}, method) : method))),
    stack.length > path.length && h('details', {}, h('summary', {}, `Whole stack: ${counted(stack.length, 'method')}`),
      h('ol', { class: 'plain whole-stack' }, ...stack.map((method) => h('li', {}, method)))));
}
