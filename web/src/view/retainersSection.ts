import type { HeapRetainers, Retainer } from '../data/contract.ts';
import { durationFromMillis } from '../format/durations.ts';
import { counted, integer } from '../format/numbers.ts';
import { h, section } from './dom.ts';

/** Long-lived objects and the references that retain them, from the object to the GC root. */
export function retainersSection(retainers: HeapRetainers | null | undefined): HTMLElement | null {
  if (!retainers || retainers.objects === 0) return null;
  const basis = retainers.objects_with_retainer === 0
    ? `${counted(retainers.objects, 'sampled object')} were alive. A dump with path-to-gc-roots=true also shows what retains them.`
    : `${integer(retainers.objects_with_retainer)} of ${counted(retainers.objects, 'sampled object')} that were alive have a path to a `
      + 'GC root.';
  return section('What retains old objects', h('p', { class: 'dim' }, basis),
    retainers.retainers.length > 0 && h('ol', { class: 'plain cards' }, ...retainers.retainers.map(card)));
}

function card(retainer: Retainer): HTMLElement {
  const { objects, type, age_median_ms: median, age_max_ms: oldest, last_reference: reference, container, chain, root, stack } = retainer;
  const own = reference ?? container;
  return h('li', {},
    h('p', {}, h('strong', {}, `${integer(objects)} × `), h('code', {}, type),
      own !== null && ' retained by ', own !== null && h('code', {}, own),
      `, half of them older than ${durationFromMillis(median)}, the oldest ${durationFromMillis(oldest)}`),
    h('ol', { class: 'way towards-root', 'aria-label': 'From the object to its GC root' },
      h('li', {}, type), ...chain.map((link) => h('li', {}, `${link.type}${link.field === null ? '' : `.${link.field}`}`)),
      root !== null
        && h('li', { class: 'dim' }, [root.system, root.description].filter((word) => word !== null && word !== '').join(': '))),
    stack.length > 0 && h('details', {}, h('summary', {}, 'Allocated at'),
      h('ol', { class: 'plain whole-stack' }, ...stack.map((method) => h('li', {}, method)))));
}
