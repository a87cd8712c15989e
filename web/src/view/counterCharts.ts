import { CounterContent } from '../chart/counterContent.ts';
import type { Viewport } from '../chart/viewport.ts';
import type { Counter } from '../data/counters.ts';
import { counterValue } from '../format/counterValue.ts';
import { h } from './dom.ts';

export interface CounterChart {
  content: CounterContent;
  host: HTMLElement;
  /** The heading with its legend, and the chart. */
  elements: HTMLElement[];
}

/** The units with a chart each; counters of other units are only in a table. */
const CHARTS = [
  { unit: 'percent', title: 'CPU and pauses per second', kind: 'processor' },
  { unit: 'bytes/s', title: 'Allocation rate', kind: 'rate' },
  { unit: 'bytes', title: 'Memory', kind: 'memory' },
];

const COLOURS: Record<string, string> = {
  'CPU': '--series-1', 'time in pauses': '--ink-2', 'allocation rate': '--series-2',
  'working set': '--series-1', 'heap committed': '--series-4', 'heap in use': '--heap-after',
};
const SPARE = ['--series-3', '--series-4', '--series-2', '--series-1'];

/** A chart for each unit, on the timeline's axis. */
export function counterCharts(counters: Counter[], viewport: Viewport): CounterChart[] {
  return CHARTS.flatMap(({ unit, title, kind }) => {
    const own = counters.filter((counter) => counter.unit === unit);
    return own.length === 0 ? [] : [chart(title, kind, own, viewport)];
  });
}

function chart(title: string, kind: string, counters: Counter[], viewport: Viewport): CounterChart {
  const colours = counters.map(({ name }, i) => COLOURS[name] ?? SPARE[i % SPARE.length]!);
  const greatest = counters.map(({ value, unit }) => `max ${counterValue(value.reduce((a, b) => Math.max(a, b), 0), unit)}`);
  const values = greatest.map((text) => h('span', { class: 'counter-value' }, text));
  const host = h('div', { class: `chart counters ${kind}` });
  const content = new CounterContent(counters, colours, viewport, (at) => values.forEach((element, i) => {
    const { value, unit } = counters[i]!;
    element.textContent = at === null ? greatest[i]! : at[i]! < 0 ? 'no value' : counterValue(value[at[i]!], unit);
  }));
  const keys = counters.map(({ name }, i) => {
    const swatch = h('span', { class: 'swatch', 'aria-hidden': 'true' });
    swatch.style.background = `var(${colours[i]})`;
    return h('span', { class: 'counter-key' }, swatch, h('span', { class: 'counter-name' }, name), values[i]);
  });
  return { content, host, elements: [h('h3', {}, title, h('span', { class: 'counter-keys' }, ...keys)), host] };
}
