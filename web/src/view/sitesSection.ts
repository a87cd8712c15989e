import type { Goroutines, LiveHeap } from '../data/contract.ts';
import { flameTree } from '../data/flame.ts';
import type { Sites } from '../data/sites.ts';
import { bytes } from '../format/bytes.ts';
import { integer, percent } from '../format/numbers.ts';
import { table } from './breakdowns.ts';
import { h, section } from './dom.ts';
import { FlameView } from './flameView.ts';
import { exact } from '../work/exact.ts';

const PLACES_SHOWN = 20;

/** What a section shows by call site. */
interface Shown {
  title: string;
  sentence: string;
  /** What is counted, in the plural, and the format of its number. */
  what: string;
  size: (value: number) => string;
}

/** The heap in use, by allocating call site. */
export function liveHeapSection(heap: LiveHeap | null | undefined, sites: Sites | null): SitesSection | null {
  if (!heap || !sites) return null;
  return new SitesSection(sites, {
    title: 'Heap in use', what: 'bytes in use', size: bytes, sentence: `${bytes(heap.bytes)} by ${heap.basis}.`,
  });
}

/** Goroutines by stack. */
export function goroutinesSection(goroutines: Goroutines | null | undefined, sites: Sites | null): SitesSection | null {
  if (!goroutines || !sites) return null;
  const counts = goroutines.moments.map(({ count }) => integer(count)).join(' → ');
  return new SitesSection(sites, { title: 'Goroutines', what: 'goroutines', size: integer, sentence: `${counts} by ${goroutines.basis}.` });
}

/** Call sites with their counts: a table, a flame graph and a tree. */
export class SitesSection {
  readonly element: HTMLElement;
  private readonly flames: FlameView;

  constructor(private readonly sites: Sites, private readonly shown: Shown) {
    const { title, what, size, sentence } = shown;
    this.flames = new FlameView(
      { what, text: (value) => size(value ?? 0) }, [{ name: 'All', tree: () => flameTree(sites, () => true) }], `Shown of ${what}`, []);
    this.element = section(title, h('p', { class: 'dim' }, sentence),
      h('div', { class: 'breakdowns' }, this.places()), ...this.flames.elements);
  }

  /** Makes the graph; the element must be in the page. */
  mount(): void {
    this.flames.mount();
  }

  /** Draws again after the colours changed. */
  refresh(): void {
    this.flames.refresh();
  }

  private places(): HTMLElement | null {
    const { sites, shown } = this;
    const order = Array.from({ length: sites.count }, (_, i) => i)
      .filter((site) => sites.from[site + 1]! > sites.from[site]! && sites.bytes[site]! > 0)
      .sort((a, b) => sites.bytes[b]! - sites.bytes[a]!)
      .slice(0, PLACES_SHOWN);
    return exact(table('By call site', ['Call site', shown.what, 'Share'],
      order.map((site) => [this.place(site), shown.size(sites.bytes[site]!), this.share(sites.bytes[site]!)]),
      order.map((site) => sites.bytes[site]!)), order.map((site) => ({
      call_site: this.place(site).firstChild?.textContent ?? '', [shown.what.toLowerCase()]: sites.bytes[site]!,
    })));
  }

  private place(site: number): HTMLElement {
    const { sites } = this;
    const methods = Array.from(sites.stack.subarray(sites.from[site], sites.from[site + 1]));
    const own = methods.find((method) => sites.own[method] === 1);
    const through = own !== undefined && own !== methods[0] ? `in ${sites.methods[methods[0]!]!}` : '';
    return h('span', {}, sites.methods[own ?? methods[0]!]!, through && h('div', { class: 'note' }, through));
  }

  private share(part: number): string {
    return percent((100 * part) / (this.sites.bytes.reduce((sum, value) => sum + value, 0) || 1));
  }
}
