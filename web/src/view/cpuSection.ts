import type { CpuSamples } from '../data/contract.ts';
import { NO_SYMBOLS, type CpuStacks } from '../data/cpu.ts';
import { flameTree } from '../data/flame.ts';
import { counted, integer, percent } from '../format/numbers.ts';
import { table } from './breakdowns.ts';
import { h, section } from './dom.ts';
import { FlameView, type FlameFilter } from './flameView.ts';
import { exact } from '../work/exact.ts';

const LEGEND: [string, string][] = [
  ['own', 'application'], ['platform', 'runtime, kernel, or unknown'], ['large', 'collector only'],
];

/** CPU time: the collector's share by kind of work, a flame graph and a tree. */
export class CpuSection {
  readonly element: HTMLElement;
  private readonly flames: FlameView | null;

  constructor(private readonly cpu: CpuSamples, stacks: CpuStacks | null) {
    this.flames = stacks && stacks.sites.count > 0
      ? new FlameView({ what: 'CPU samples', text: integer }, this.filters(stacks), 'Samples in the flame graph and the tree', LEGEND)
      : null;
    this.element = section('CPU time', h('p', { class: 'dim' }, this.sentence()),
      h('div', { class: 'breakdowns' }, this.classes(), this.parts()), ...(this.flames?.elements ?? []));
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
    const { basis, collector_samples: own, collector_percent: share, unsymbolized_samples: unnamed, samples, filter } = this.cpu;
    const nameless = this.cpu.classes.find(({ name }) => name === NO_SYMBOLS);
    const collector = nameless && own === 0
      ? `The collector’s share is unknown: ${percent(nameless.percent)} of ${basis} could be in the collector but have no symbols.`
      : `The collector took ${nameless ? 'at least ' : ''}${percent(share)} of ${basis}.`;
    const without = unnamed > 0 ? ` ${percent((100 * unnamed) / samples)} of the samples have no named frame outside the kernel.` : '';
    const kept = filter
      ? ` The flame graph shows only stacks with ${filter.pattern}: ${integer(filter.samples)} of ${counted(samples, 'sample')}.` : '';
    return `${collector}${without} ${this.cpu.runtime_evidence}.${kept}`;
  }

  private classes(): HTMLElement | null {
    const { classes } = this.cpu;
    return exact(table('By kind of work', ['Work', 'Share', 'Samples'],
      classes.map(({ name, percent: share, samples, is_gc: isGc }) => [
        h('span', {}, name, isGc && h('div', { class: 'note' }, 'collector')), percent(share), integer(samples),
      ]),
      classes.map(({ samples }) => samples)), classes);
  }

  private parts(): HTMLElement | null {
    const { parts } = this.cpu;
    return exact(table('By function group', ['Stacks with', 'Share', 'Samples', 'In the collector'],
      parts.map((part) => [part.name, percent(part.percent), integer(part.samples), integer(part.collector_samples)]),
      parts.map(({ samples }) => samples)), parts);
  }

  private filters({ sites, class: classes }: CpuStacks): FlameFilter[] {
    const collects = (stack: number): boolean => this.cpu.classes[classes[stack]!]?.is_gc ?? false;
    const filter = (name: string, wanted: (stack: number) => boolean): FlameFilter[] =>
      classes.some((_, stack) => wanted(stack)) ? [{ name, tree: () => flameTree(sites, wanted, collects) }] : [];
    return [
      ...filter('All samples', () => true),
      ...filter('Collector', collects),
      ...this.cpu.classes.flatMap(({ name, is_gc: isGc }, index) => (isGc ? filter(name, (stack) => classes[stack] === index) : [])),
    ];
  }
}
