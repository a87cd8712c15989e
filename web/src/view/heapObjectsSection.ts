import type { HeapObjects, RetainedObjects } from '../data/contract.ts';
import { bytes } from '../format/bytes.ts';
import { durationFromMillis } from '../format/durations.ts';
import { counted, integer } from '../format/numbers.ts';
import { h, section } from './dom.ts';

const rootWords: Readonly<Record<string, string>> = {
  global: 'global object',
  static: 'static field',
  thread_static: 'static field of each thread',
  handle: 'handle of native code or the runtime',
  pinned_handle: 'pinned handle',
  stack: 'variable of a running method',
  finalizer: 'waiting for its finalizer',
  weak_table: 'weak table of the runtime',
};

const mostShown = 10;

/** A heap snapshot: the largest groups of objects, with the path to their GC root. */
export function heapObjectsSection(heap: HeapObjects | null | undefined): HTMLElement | null {
  if (!heap) return null;
  const stop = heap.stop_ms === null ? '' : `; the snapshot paused the application for ${durationFromMillis(heap.stop_ms)}`;
  return section('What retains the heap',
    h('p', { class: 'dim' }, `${counted(heap.objects, 'object')}, ${bytes(heap.bytes)}, after an induced full GC${stop}.`),
    h('ol', { class: 'plain cards' }, ...heap.retained.slice(0, mostShown).map(card)));
}

function card(retained: RetainedObjects): HTMLElement {
  const size = retained.retained_bytes === null ? '' : `; retained size ${bytes(retained.retained_bytes)}`;
  const root = `${rootWords[retained.root] ?? 'the runtime'}${retained.root_field === null ? '' : ` ${retained.root_field}`}`;
  return h('li', {},
    h('p', {},
      h('strong', {}, `${integer(retained.objects)} × `),
      h('code', {}, retained.type),
      `, ${bytes(retained.shortest_path_bytes)} on shortest paths through them${size}`),
    h('ol', { class: 'way towards-root', 'aria-label': 'From the objects to their GC root' },
      h('li', {}, retained.type), ...retained.retained_by.map((type) => h('li', {}, type)), h('li', { class: 'dim' }, root)));
}
