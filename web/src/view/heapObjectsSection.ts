import type { HeapObjects, RetainedObjects } from '../data/contract.ts';
import { bytes } from '../format/bytes.ts';
import { durationFromMillis } from '../format/durations.ts';
import { counted, integer } from '../format/numbers.ts';
import { h, section } from './dom.ts';

const rootWords: Readonly<Record<string, string>> = {
  static: 'static field',
  thread_static: 'static field of each thread',
  handle: 'handle of native code or the runtime',
  pinned_handle: 'pinned handle',
  stack: 'variable of a running method',
  finalizer: 'waiting for its finalizer',
};

const mostShown = 10;

/** All objects of a heap: where most are held, from the objects to the root. */
export function heapObjectsSection(heap: HeapObjects | null | undefined): HTMLElement | null {
  if (!heap) return null;
  const stop = heap.stop_ms === null ? '' : `, which stopped the program for ${durationFromMillis(heap.stop_ms)}`;
  return section('Who holds the heap',
    h('p', { class: 'dim' }, `${counted(heap.objects, 'object')}, ${bytes(heap.bytes)}, after a full collection made to list them${stop}.`),
    h('ol', { class: 'plain cards' }, ...heap.retained.slice(0, mostShown).map(card)));
}

function card(held: RetainedObjects): HTMLElement {
  const freed = held.freed_bytes === null ? '' : `; letting go of them frees ${bytes(held.freed_bytes)}`;
  const root = `${rootWords[held.root] ?? 'the runtime'}${held.root_field === null ? '' : ` ${held.root_field}`}`;
  return h('li', {},
    h('p', {},
      h('strong', {}, `${integer(held.objects)} × `),
      h('code', {}, held.type),
      `, with all they hold ${bytes(held.retained_bytes)}${freed}`),
    h('ol', { class: 'way towards-root', 'aria-label': 'From the objects to their root' },
      h('li', {}, held.type), ...held.retained_by.map((type) => h('li', {}, type)), h('li', { class: 'dim' }, root)));
}
