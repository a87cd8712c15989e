import { LARGE, PINNED, type Sites } from './sites.ts';

/** The kind of a frame of the flame graph. */
export type FrameKind = 'all' | 'own' | 'platform' | 'type' | 'large' | 'collector';

/**
 * Stacks merged from the outermost method on, with the allocated type, where it is known, as the last frame. Frame 0 is the root, and a
 * frame's parent has a lower number. Siblings are in order of bytes, `first` and `next` link them (-1 ends), and `start` is the offset of
 * a frame among all bytes.
 */
export interface FlameTree {
  count: number;
  parent: Int32Array;
  depth: Int32Array;
  bytes: Float64Array;
  start: Float64Array;
  first: Int32Array;
  next: Int32Array;
  name(frame: number): string;
  kind(frame: number): FrameKind;
}

/** Merges the stacks of the selected sites. A frame whose sites are all in the collector is drawn as collector. */
export function flameTree(
  sites: Sites, wanted: (site: number) => boolean, collects: (site: number) => boolean = () => false,
): FlameTree {
  const parent = [-1];
  const label = [-1];
  const bytes = [0];
  const others = [0];
  const types = sites.types;
  const known = new Map<number, number>();
  const labels = sites.methods.length + 2 * ((types?.length ?? 0) + 1);
  const step = (from: number, of: number, add: number, other: number): number => {
    const key = from * (labels + 1) + of + 1;
    let frame = known.get(key);
    if (frame === undefined) {
      frame = parent.push(from) - 1;
      label.push(of);
      bytes.push(0);
      others.push(0);
      known.set(key, frame);
    }
    bytes[frame]! += add;
    others[frame]! += other;
    return frame;
  };
  for (let site = 0; site < sites.count; site++) {
    if (!wanted(site)) continue;
    const size = sites.bytes[site]!;
    const other = collects(site) ? 0 : size;
    bytes[0]! += size;
    let frame = 0;
    for (let at = sites.from[site + 1]! - 1; at >= sites.from[site]!; at--) {
      if (sites.stack[at]! >= 0) frame = step(frame, sites.stack[at]!, size, other);
    }
    if (types === null) continue;
    // Without a type, only the call site is known.
    if (sites.type[site]! < 0 && frame !== 0) continue;
    const large = sites.heap[site] === LARGE || sites.heap[site] === PINNED ? 1 : 0;
    step(frame, sites.methods.length + 2 * (sites.type[site]! + 1) + large, size, other);
  }
  return laidOut(sites, Int32Array.from(parent), Int32Array.from(label), Float64Array.from(bytes), (frame) => others[frame] === 0);
}

function laidOut(
  sites: Sites, parent: Int32Array, label: Int32Array, bytes: Float64Array, collector: (frame: number) => boolean,
): FlameTree {
  const count = parent.length;
  const [first, next] = [new Int32Array(count).fill(-1), new Int32Array(count).fill(-1)];
  const [depth, start] = [new Int32Array(count), new Float64Array(count)];
  // Linked from the smallest on, so that every list starts with its largest.
  const order = Int32Array.from({ length: count - 1 }, (_, i) => i + 1).sort((a, b) => bytes[a]! - bytes[b]! || b - a);
  for (const frame of order) {
    next[frame] = first[parent[frame]!]!;
    first[parent[frame]!] = frame;
  }
  for (let frame = 1; frame < count; frame++) depth[frame] = depth[parent[frame]!]! + 1;
  for (let frame = 0; frame < count; frame++) {
    let at = start[frame]!;
    for (let child = first[frame]!; child >= 0; child = next[child]!) {
      start[child] = at;
      at += bytes[child]!;
    }
  }
  const types = sites.methods.length;
  return {
    count, parent, depth, bytes, start, first, next,
    name: (frame) => {
      const of = label[frame]!;
      if (of < 0) return 'all';
      if (of < types) return sites.methods[of]!;
      return sites.types?.[((of - types) >> 1) - 1] ?? (sites.types?.length ? 'unknown type' : 'other call sites');
    },
    kind: (frame) => {
      const of = label[frame]!;
      if (of < 0) return 'all';
      if (sites.types === null && collector(frame)) return 'collector';
      if (of < types) return sites.own[of] ? 'own' : 'platform';
      return (of - types) & 1 ? 'large' : 'type';
    },
  };
}
