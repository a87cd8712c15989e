import { FlameGraph } from '../chart/flameGraph.ts';
import type { FlameTree } from '../data/flame.ts';
import { percent } from '../format/numbers.ts';
import { h } from './dom.ts';
import { frameTree, type Weight } from './frameTree.ts';

/** A subset of stacks with its button. */
export interface FlameFilter {
  name: string;
  tree: () => FlameTree;
}

/** A flame graph with its filters and legend, and the same data as a tree of text. */
export class FlameView {
  readonly elements: HTMLElement[];
  private readonly graphHost = h('div', { class: 'flame' });
  private readonly said = h('p', { class: 'flame-said' });
  private readonly treeHost = h('div', {});
  private readonly back = h('button', { type: 'button', click: () => this.graph?.zoom(0) }, 'Reset zoom');
  private tree: FlameTree;
  private graph: FlameGraph | null = null;

  constructor(
    private readonly weight: Weight, private readonly filters: FlameFilter[], filtersLabel: string, legend: [string, string][],
  ) {
    this.tree = filters[0]!.tree();
    this.elements = [this.tools(filtersLabel), this.frame(), legendOf(legend, weight), h('h3', {}, 'As a tree'), this.treeHost];
    this.treeHost.replaceChildren(frameTree(this.tree, weight));
  }

  /** Makes the graph. The elements must be in the page, which sets their width and colours. */
  mount(): void {
    if (!this.graphHost.isConnected) return;
    this.graph = new FlameGraph(this.graphHost, this.tree, this.weight.what, (frame) => this.describe(frame), (frame) => {
      this.back.hidden = frame === 0;
      this.describe(frame);
    });
    this.graph.zoom(0);
  }

  /** Redraws after the colours changed. */
  refresh(): void {
    this.graph?.draw();
  }

  private describe(frame: number): void {
    const share = percent((100 * this.tree.bytes[frame]!) / (this.tree.bytes[0]! || 1));
    const hint = frame === 0 ? '. Click a frame to zoom.' : '';
    this.said.replaceChildren(h('strong', {}, this.tree.name(frame)), ` ${this.weight.text(this.tree.bytes[frame])}, ${share}${hint}`);
  }

  private frame(): HTMLElement {
    return h('div', { class: 'flame-frame' },
      h('div', { class: 'flame-scroll', role: 'region', 'aria-label': 'Flame graph', tabindex: -1 }, this.graphHost), this.said);
  }

  private tools(label: string): HTMLElement {
    this.back.hidden = true;
    const buttons = this.filters.map(({ name, tree }, i) => h('button', {
      type: 'button', 'aria-pressed': String(i === 0), click: (event) => {
        for (const button of buttons) button.setAttribute('aria-pressed', String(button === event.currentTarget));
        this.tree = tree();
        this.graph?.show(this.tree);
        this.treeHost.replaceChildren(frameTree(this.tree, this.weight));
      },
    }, name));
    return h('div', { class: 'flame-tools', role: 'group', 'aria-label': label }, ...(buttons.length > 1 ? buttons : []), this.back);
  }
}

function legendOf(keys: [string, string][], { what }: Weight): HTMLElement {
  return h('p', { class: 'hint flame-legend' },
    ...keys.map(([kind, text]) => h('span', { class: 'flame-key' }, h('span', { class: `swatch ${kind}`, 'aria-hidden': 'true' }), text)),
    `The width shows ${what}; a frame is below its caller.`);
}
