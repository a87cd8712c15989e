import type { Allocations, Gen2Deaths } from '../data/contract.ts';
import { flameTree } from '../data/flame.ts';
import { LARGE, type Sites } from '../data/sites.ts';
import { bytes } from '../format/bytes.ts';
import { integer, percent } from '../format/numbers.ts';
import { table } from './breakdowns.ts';
import { h, section } from './dom.ts';
import { FlameView, type FlameFilter } from './flameView.ts';
import { exact } from '../work/exact.ts';

const PLACES_SHOWN = 20;

const FILTERS = [
  { name: 'All objects', wants: () => true },
  { name: 'Large objects', wants: (sites: Sites, site: number) => sites.heap[site] === LARGE },
  { name: 'Other objects', wants: (sites: Sites, site: number) => sites.heap[site] !== LARGE },
];

const LEGEND: [string, string][] = [
  ['own', 'own method'], ['platform', 'platform method'], ['type', 'allocated type'], ['large', 'large or pinned object'],
];

/** Allocations by type and call site, as a flame graph and as a tree. */
export class AllocationsSection {
  readonly element: HTMLElement;
  private readonly flames: FlameView | null;

  constructor(private readonly allocations: Allocations, private readonly sites: Sites) {
    this.flames = sites.stack.length > 0
      ? new FlameView({ what: 'allocated bytes', text: bytes }, this.filters(), 'Objects in the flame graph and the tree', LEGEND)
      : null;
    this.element = section('Allocations', h('p', { class: 'dim' }, this.sentence()),
      h('div', { class: 'breakdowns' }, this.types(), this.places(), gen2Deaths(this.allocations.gen2_deaths)),
      ...(this.flames?.elements
        ?? [h('p', { class: 'dim' }, 'The samples have no call stacks with names, so there is no flame graph.')]));
  }

  /** Makes the graph; the element must be in the page. */
  mount(): void {
    this.flames?.mount();
  }

  /** Draws again after the colours changed. */
  refresh(): void {
    this.flames?.refresh();
  }

  private sentence(): string {
    const { bytes: all, large_bytes: large, basis, large_object_deaths: deaths } = this.allocations;
    const share = all && large ? `, ${percent((100 * large) / all)} of it large objects` : '';
    const died = deaths
      ? ` ${bytes(deaths.died_bytes)} of ${bytes(deaths.allocated_bytes)} of large objects were dead by the last collection `
        + `(${deaths.basis}).`
      : '';
    return `${bytes(all)} by ${basis ?? 'samples'}${share}.${died}`;
  }

  private types(): HTMLElement | null {
    // Go's profiles have no types.
    const rows = (this.allocations.by_type ?? []).filter(({ type }, _, all) => type !== null || all.length > 1);
    return exact(table('By type', ['Type', 'Bytes', 'Share', 'Large objects', 'Samples'],
      rows.map((row) => [
        row.type ?? 'unknown', bytes(row.bytes), this.share(row.bytes), row.large_bytes > 0 ? bytes(row.large_bytes) : '–',
        integer(row.samples),
      ]),
      rows.map((row) => row.bytes)), rows);
  }

  /** The largest call sites, each named by the application's first own method. */
  private places(): HTMLElement | null {
    const { sites } = this;
    const order = Array.from({ length: sites.count }, (_, i) => i)
      .filter((site) => sites.from[site + 1]! > sites.from[site]!)
      .sort((a, b) => sites.bytes[b]! - sites.bytes[a]!)
      .slice(0, PLACES_SHOWN);
    return exact(table('By call site', ['Call site', 'Bytes', 'Share'],
      order.map((site) => [this.place(site), bytes(sites.bytes[site]), this.share(sites.bytes[site]!)]),
      order.map((site) => sites.bytes[site]!)), order.map((site) => ({
      call_site: this.place(site).firstChild?.textContent ?? '', type: sites.types?.[sites.type[site]!] ?? null, bytes: sites.bytes[site]!,
    })));
  }

  private place(site: number): HTMLElement {
    const { sites } = this;
    const methods = Array.from(sites.stack.subarray(sites.from[site], sites.from[site + 1]));
    const own = methods.find((method) => sites.own[method] === 1);
    const heap = sites.heap[site] === LARGE ? ', large objects' : '';
    const through = own !== undefined && own !== methods[0] ? ` in ${sites.methods[methods[0]!]!}` : '';
    return h('span', {}, sites.methods[own ?? methods[0]!]!,
      h('div', { class: 'note' }, sites.types?.length
        ? `${sites.types?.[sites.type[site]!] ?? 'unknown type'}${heap}${through}`
        : through.trimStart()));
  }

  private share(part: number): string {
    return this.allocations.bytes ? percent((100 * part) / this.allocations.bytes) : 'unknown';
  }

  private filters(): FlameFilter[] {
    const { sites } = this;
    return FILTERS.filter(({ wants }) => sites.heap.some((_, site) => wants(sites, site)))
      .map(({ name, wants }) => ({ name, tree: () => flameTree(sites, (site) => wants(sites, site)) }));
  }
}

/** Call sites whose objects died in gen2, each named by the application's first own method. */
function gen2Deaths(deaths: Gen2Deaths | null | undefined): HTMLElement | null {
  if (!deaths) return null;
  const rows = deaths.sites.filter(({ stack }) => stack.length > 0);
  return h('div', { class: 'gen2-deaths' },
    exact(table('Died in gen2, by allocating call site', ['Call site', 'Bytes', 'Share'],
      rows.map(({ stack, app_frame: own, type, large, bytes: died }) => [
        h('span', {}, stack[own ?? 0]!, h('div', { class: 'note' }, `${type ?? 'unknown type'}${large ? ', large objects' : ''}`)),
        bytes(died), deaths.died_bytes ? percent((100 * died) / deaths.died_bytes) : 'unknown',
      ]), rows.map((row) => row.bytes)), rows),
    h('p', { class: 'hint' }, `${bytes(deaths.died_bytes)} in ${integer(deaths.gen2_collections)} gen2 collections: ${deaths.basis}.`));
}
