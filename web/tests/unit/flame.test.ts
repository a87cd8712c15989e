import { expect, it } from 'vitest';
import { flameTree } from '../../src/data/flame.ts';
import { decodeSites, LARGE } from '../../src/data/sites.ts';
import type { WireSites } from '../../src/data/wire.ts';

const WIRE: WireSites = {
  methods: ['inner', 'outer', 'other', 'System.Root'], app: [1, 1, 1, 0], types: ['Byte[]', 'String'],
  type: [0, 1, 0, null], heap: [1, 0, 0, 0], bytes: [100, 30, 60, 5], samples: [1, 1, 1, 1],
  depth: [3, 3, 2, 0], stack: [0, 1, 3, 0, 1, 3, 2, 3],
};

it('merges stacks from the outermost method on, the largest first', () => {
  const tree = flameTree(decodeSites(WIRE), () => true);
  const lines: string[] = [];
  const walk = (frame: number): void => {
    lines.push(`${'  '.repeat(tree.depth[frame]!)}${tree.name(frame)} ${tree.kind(frame)} ${tree.bytes[frame]} @${tree.start[frame]}`);
    for (let child = tree.first[frame]!; child >= 0; child = tree.next[child]!) walk(child);
  };
  walk(0);
  expect(lines).toEqual([
    'all all 195 @0',
    '  System.Root platform 190 @0',
    '    outer own 130 @0',
    '      inner own 130 @0',
    '        Byte[] large 100 @0',
    '        String type 30 @100',
    '    other own 60 @130',
    '      Byte[] type 60 @130',
    '  unknown type type 5 @190',
  ]);
});

it('takes only the sites that are wanted', () => {
  const sites = decodeSites(WIRE);
  const tree = flameTree(sites, (site) => sites.heap[site] === LARGE);
  expect(tree.bytes[0]).toBe(100);
  expect(tree.count).toBe(5);
});

it('keeps every byte, whatever the sites', () => {
  const count = 3_000;
  const wire: WireSites = { methods: Array.from({ length: 50 }, (_, i) => `m${i}`), app: [], types: ['T'], type: [], heap: [], bytes: [], samples: [], depth: [], stack: [] };
  let total = 0;
  for (let i = 0; i < count; i++) {
    wire.type.push(0);
    wire.heap.push(i % 3);
    wire.bytes.push(i);
    wire.samples.push(1);
    wire.depth.push(i % 30);
    for (let at = 0; at < i % 30; at++) wire.stack.push((i * 31 + at * 7) % 50);
    total += i;
  }
  const tree = flameTree(decodeSites(wire), () => true);
  expect(tree.bytes[0]).toBe(total);
  for (let frame = 0; frame < tree.count; frame++) {
    let inside = 0;
    for (let child = tree.first[frame]!; child >= 0; child = tree.next[child]!) inside += tree.bytes[child]!;
    if (tree.first[frame]! >= 0) expect(inside).toBe(tree.bytes[frame]);
  }
});

it('refuses stacks that are cut off', () => {
  expect(() => decodeSites({ ...WIRE, stack: [0, 1] })).toThrow('cut off');
});
