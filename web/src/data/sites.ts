import { indices, plain, sameLength } from './columns.ts';
import type { WireSites } from './wire.ts';

/** Which heap objects go to; the numbers are those of the wire. */
export const SMALL = 0;
export const LARGE = 1;
export const PINNED = 2;

/** Places that allocate, column by column. A stack's methods are `stack[from[i]]` up to `stack[from[i + 1]]`, the innermost first. */
export interface Sites {
  count: number;
  methods: string[];
  /** Whether a method is the program's own and not its platform's. */
  own: Uint8Array;
  /** Null where the stacks end in a method and not in what it allocates. */
  types: string[] | null;
  /** -1 for an unknown type, method or heap. */
  type: Int32Array;
  heap: Int32Array;
  bytes: Float64Array;
  from: Int32Array;
  stack: Int32Array;
}

export function decodeSites(wire: WireSites): Sites {
  const { type, heap, bytes, samples, depth } = wire;
  sameLength('sites', { type, heap, bytes, samples, depth });
  const from = new Int32Array(depth.length + 1);
  for (let i = 0; i < depth.length; i++) from[i + 1] = from[i]! + Math.max(0, depth[i] ?? 0);
  if (from[depth.length] !== wire.stack.length) throw new Error('the stacks of sites are cut off');
  return {
    count: depth.length,
    methods: wire.methods,
    own: Uint8Array.from(wire.app, (value) => value ?? 0),
    types: wire.types,
    type: indices(type, wire.types.length),
    heap: indices(heap, 3),
    bytes: plain(bytes).map((value) => (value > 0 ? value : 0)),
    from,
    stack: indices(wire.stack, wire.methods.length),
  };
}
