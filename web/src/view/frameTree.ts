import type { FlameTree } from '../data/flame.ts';
import { counted, percent } from '../format/numbers.ts';
import { h } from './dom.ts';

const CHILDREN_SHOWN = 100;
const DEEPEST_OPENED = 60;
const HEAVY = 0.5;

/** The flame graph's frames as a tree of text. Branches are created when they are opened. */
export function frameTree(tree: FlameTree, weight: Weight): HTMLElement {
  return h('div', { class: 'frame-tree scroll tall', tabindex: 0, role: 'region', 'aria-label': `Tree of ${weight.what}` },
    children(tree, 0, weight));
}

/** What the widths of a flame graph mean, and how they are formatted. */
export interface Weight {
  what: string;
  text: (weight: number | null | undefined) => string;
}

function children(tree: FlameTree, frame: number, weight: Weight): HTMLElement {
  const items: HTMLElement[] = [];
  let left = 0;
  for (let child = tree.first[frame]!; child >= 0; child = tree.next[child]!) {
    if (items.length < CHILDREN_SHOWN) items.push(item(tree, child, weight));
    else left++;
  }
  return h('ul', {}, ...items, left > 0 && h('li', { class: 'dim' }, `${counted(left, 'smaller frame')} not listed`));
}

function item(tree: FlameTree, frame: number, weight: Weight): HTMLElement {
  const kind = tree.kind(frame);
  const text = [
    h('span', { class: 'frame-bytes' }, weight.text(tree.bytes[frame])), ' ',
    h('span', { class: 'frame-share' }, percent((100 * tree.bytes[frame]!) / (tree.bytes[0]! || 1))), ' ',
    h('span', { class: `frame-name ${kind}` }, tree.name(frame), kind === 'large' && h('span', { class: 'note' }, ' large objects')),
  ];
  if (tree.first[frame]! < 0) return h('li', { class: 'leaf' }, ...text);
  const details = h('details', {}, h('summary', {}, ...text));
  const open = (): void => {
    if (details.childElementCount === 1) details.append(children(tree, frame, weight));
  };
  details.addEventListener('toggle', open);
  // The largest branch is open by default, and so are only children of an opened branch: deep stacks would need a click per frame.
  const only = tree.parent[frame]! > 0 && tree.next[tree.first[tree.parent[frame]!]!]! < 0;
  if ((only || tree.bytes[frame]! > HEAVY * tree.bytes[0]!) && tree.depth[frame]! < DEEPEST_OPENED) {
    open();
    details.open = true;
  }
  return h('li', {}, details);
}
