import { FlameGraph } from '../chart/flameGraph.ts';
import type { Allocations, Gen2Deaths } from '../data/contract.ts';
import { flameTree, type FlameTree } from '../data/flame.ts';
import { LARGE, type Sites } from '../data/sites.ts';
import { bytes } from '../format/bytes.ts';
import { integer, percent } from '../format/numbers.ts';
import { table } from './breakdowns.ts';
import { h, section } from './dom.ts';
import { frameTree } from './frameTree.ts';

const PLACES_SHOWN = 20;

const FILTERS = [
  { name: 'All objects', wants: () => true },
  { name: 'Large objects', wants: (sites: Sites, site: number) => sites.heap[site] === LARGE },
  { name: 'Other objects', wants: (sites: Sites, site: number) => sites.heap[site] !== LARGE },
];

/** What was allocated and where: types, places, a flame graph and the same as a tree. */
export class AllocationsSection {
  readonly element: HTMLElement;
  private readonly graphHost = h('div', { class: 'flame' });
  private readonly said = h('p', { class: 'flame-said' });
  private readonly treeHost = h('div', {});
  private readonly back = h('button', { type: 'button', click: () => this.graph?.zoom(0) }, 'Show everything');
  private tree: FlameTree;
  private graph: FlameGraph | null = null;

  constructor(private readonly allocations: Allocations, private readonly sites: Sites) {
    this.tree = flameTree(sites, () => true);
    const named = sites.stack.length > 0;
    this.element = section('Allocations', h('p', { class: 'dim' }, this.sentence()),
      h('div', { class: 'breakdowns' }, this.types(), this.places(), gen2Deaths(this.allocations.gen2_deaths)),
      ...(named
        ? [this.filters(), this.frame(), legend(), h('h3', {}, 'As a tree'), this.treeHost]
        : [h('p', { class: 'dim' }, 'The samples have no call stacks with names, so there is no flame graph.')]));
    if (named) this.treeHost.replaceChildren(frameTree(this.tree));
  }

  /** Makes the graph; the element must be in the page, because it takes its width and colours. */
  mount(): void {
    if (!this.graphHost.isConnected) return;
    this.graph = new FlameGraph(this.graphHost, this.tree, (frame) => this.tell(frame), (frame) => {
      this.back.hidden = frame === 0;
      this.tell(frame);
    });
    this.graph.zoom(0);
  }

  /** Draws again after the colours changed. */
  refresh(): void {
    this.graph?.draw();
  }

  private tell(frame: number): void {
    const share = percent((100 * this.tree.bytes[frame]!) / (this.tree.bytes[0]! || 1));
    const hint = frame === 0 ? '. Click a frame to zoom.' : '';
    this.said.replaceChildren(h('strong', {}, this.tree.name(frame)), ` ${bytes(this.tree.bytes[frame])}, ${share}${hint}`);
  }

  private sentence(): string {
    const { bytes: all, large_bytes: large, basis, large_object_deaths: deaths } = this.allocations;
    const share = all && large ? `, ${percent((100 * large) / all)} of it large objects` : '';
    const died = deaths
      ? ` ${bytes(deaths.died_bytes)} of ${bytes(deaths.allocated_bytes)} of large objects had died by the last collection `
        + `(${deaths.basis}).`
      : '';
    return `${bytes(all)} by ${basis ?? 'samples'}${share}.${died}`;
  }

  private types(): HTMLElement | null {
    // Go's profiles tell no types.
    const rows = (this.allocations.by_type ?? []).filter(({ type }, _, all) => type !== null || all.length > 1);
    return table('By type', ['Type', 'Bytes', 'Share', 'Large objects', 'Samples'],
      rows.map((row) => [
        row.type ?? 'unknown', bytes(row.bytes), this.share(row.bytes), row.large_bytes > 0 ? bytes(row.large_bytes) : '–',
        integer(row.samples),
      ]),
      rows.map((row) => row.bytes));
  }

  /** The largest places, each called by its first method of the program's own. */
  private places(): HTMLElement | null {
    const { sites } = this;
    const order = Array.from({ length: sites.count }, (_, i) => i)
      .filter((site) => sites.from[site + 1]! > sites.from[site]!)
      .sort((a, b) => sites.bytes[b]! - sites.bytes[a]!)
      .slice(0, PLACES_SHOWN);
    return table('By place', ['Place', 'Bytes', 'Share'],
      order.map((site) => [this.place(site), bytes(sites.bytes[site]), this.share(sites.bytes[site]!)]),
      order.map((site) => sites.bytes[site]!));
  }

  private place(site: number): HTMLElement {
    const { sites } = this;
    const methods = Array.from(sites.stack.subarray(sites.from[site], sites.from[site + 1]));
    const own = methods.find((method) => sites.own[method] === 1);
    const heap = sites.heap[site] === LARGE ? ', large objects' : '';
    const through = own !== undefined && own !== methods[0] ? ` in ${sites.methods[methods[0]!]!}` : '';
    return h('span', {}, sites.methods[own ?? methods[0]!]!,
      h('div', { class: 'note' }, sites.types.length > 0
        ? `${sites.types[sites.type[site]!] ?? 'unknown type'}${heap}${through}`
        : through.trimStart()));
  }

  private share(part: number): string {
    return this.allocations.bytes ? percent((100 * part) / this.allocations.bytes) : 'unknown';
  }

  private frame(): HTMLElement {
    return h('div', { class: 'flame-frame' },
      h('div', { class: 'flame-scroll', role: 'region', 'aria-label': 'Flame graph', tabindex: -1 }, this.graphHost), this.said);
  }

  private filters(): HTMLElement {
    this.back.hidden = true;
    const there = FILTERS.filter(({ wants }) => this.sites.heap.some((_, site) => wants(this.sites, site)));
    const buttons = there.map(({ name, wants }, i) => h('button', { type: 'button', 'aria-pressed': String(i === 0), click: (event) => {
      for (const button of buttons) button.setAttribute('aria-pressed', String(button === event.currentTarget));
      this.tree = flameTree(this.sites, (site) => wants(this.sites, site));
      this.graph?.show(this.tree);
      this.treeHost.replaceChildren(frameTree(this.tree));
    } }, name));
    return h('div', { class: 'flame-tools', role: 'group', 'aria-label': 'Objects in the flame graph and the tree' },
      ...(buttons.length > 1 ? buttons : []), this.back);
  }
}

/** Who allocated what died in gen2; each place is called by its first method of the program's own. */
function gen2Deaths(deaths: Gen2Deaths | null | undefined): HTMLElement | null {
  if (!deaths) return null;
  const rows = deaths.sites.filter(({ stack }) => stack.length > 0);
  return h('div', { class: 'gen2-deaths' },
    table('Died in gen2, by place that allocated', ['Place', 'Bytes', 'Share'],
      rows.map(({ stack, own_frame: own, type, large, bytes: died }) => [
        h('span', {}, stack[own ?? 0]!, h('div', { class: 'note' }, `${type ?? 'unknown type'}${large ? ', large objects' : ''}`)),
        bytes(died), deaths.died_bytes ? percent((100 * died) / deaths.died_bytes) : 'unknown',
      ]), rows.map((row) => row.bytes)),
    h('p', { class: 'hint' }, `${bytes(deaths.died_bytes)} in ${integer(deaths.gen2_collections)} gen2 collections: ${deaths.basis}.`));
}

function legend(): HTMLElement {
  const key = (kind: string, text: string): HTMLElement =>
    h('span', { class: 'flame-key' }, h('span', { class: `swatch ${kind}`, 'aria-hidden': 'true' }), text);
  return h('p', { class: 'hint flame-legend' },
    key('own', 'own method'), key('platform', 'platform method'), key('type', 'allocated type'), key('large', 'large or pinned object'),
    'Width is bytes; a frame hangs under its caller.');
}
