import { indices, plain, sameLength } from './columns.ts';
import { SMALL, type Sites } from './sites.ts';
import type { WireCpu } from './wire.ts';

/** The class of samples that may be the collector's and have no names. */
export const NO_SYMBOLS = 'no symbols';

/** Stacks of CPU samples, column by column; drawn as allocation sites are, with samples for bytes and without types. */
export interface CpuStacks {
  sites: Sites;
  /** Index into the report's classes, -1 when unknown. */
  class: Int32Array;
}

export function decodeCpu(wire: WireCpu): CpuStacks {
  const { class: classes, samples, depth } = wire;
  sameLength('stacks', { classes, samples, depth });
  const from = new Int32Array(depth.length + 1);
  for (let i = 0; i < depth.length; i++) from[i + 1] = from[i]! + Math.max(0, depth[i] ?? 0);
  if (from[depth.length] !== wire.stack.length) throw new Error('the stacks of CPU samples are cut off');
  return {
    sites: {
      count: depth.length,
      methods: wire.frames,
      own: Uint8Array.from(wire.app, (value) => value ?? 0),
      types: null,
      type: new Int32Array(depth.length).fill(-1),
      heap: new Int32Array(depth.length).fill(SMALL),
      bytes: plain(samples).map((value) => (value > 0 ? value : 0)),
      from,
      stack: indices(wire.stack, wire.frames.length),
    },
    class: indices(classes, Number.MAX_SAFE_INTEGER),
  };
}
