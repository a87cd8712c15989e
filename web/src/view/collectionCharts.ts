import { CpuUseContent, type CpuUse } from '../chart/cpuUseContent.ts';
import type { Grouping } from '../chart/groups.ts';
import { RateContent } from '../chart/rateContent.ts';
import type { Viewport } from '../chart/viewport.ts';
import { rateSeries, type RateSeries } from '../data/rates.ts';
import type { Marks } from '../data/marks.ts';
import type { Timeline } from '../data/timeline.ts';
import { bytesPerSecond } from '../format/bytes.ts';
import { duration } from '../format/durations.ts';
import { integer } from '../format/numbers.ts';
import type { TimeScale } from '../format/timeScale.ts';
import { h } from './dom.ts';
import { besidePointer, cpusUsed } from './pauseTip.ts';

/** A chart with its heading. */
export interface CollectionChart<Content> {
  content: Content;
  host: HTMLElement;
  elements: HTMLElement[];
}

/** CPU times of the JVM are rounded to 10 ms: a fifth of such a pause. Shorter pauses would be noise. In microseconds. */
const LEAST_PAUSE = 50_000;
/** A rate of other sources is exact by the second; that from collections would repeat it. */
const RATE_UNIT = 'bytes/s';

/** Allocation and promotion rate over time from the sizes around collections; null where they are unknown, or counters have them. */
export function rateChart({ collections, gaps, counters, timed }: Timeline, viewport: Viewport): CollectionChart<RateContent> | null {
  if (!timed || counters.some(({ unit }) => unit === RATE_UNIT)) return null;
  const all: [name: string, colour: string, series: RateSeries | null][] = [
    ['allocation rate', '--series-2', rateSeries(collections, collections.allocated, gaps)],
    ['promotion rate', '--series-3', rateSeries(collections, collections.allocated && collections.promoted, gaps)],
  ];
  const shown = all.filter((row): row is [string, string, RateSeries] => row[2] !== null && row[2].bytes[row[2].bytes.length - 1]! > 0);
  if (shown.length === 0 || shown[0]![0] !== 'allocation rate') return null;
  const means = shown.map(([, , { bytes, known }]) =>
    `mean ${bytesPerSecond(bytes[bytes.length - 1]! / (known[known.length - 1]! / 1e6))}`);
  const values = means.map((text) => h('span', { class: 'counter-value' }, text));
  const content = new RateContent(shown.map(([, , series]) => series), shown.map(([, colour]) => colour), viewport, (rates) =>
    values.forEach((element, i) => {
      element.textContent = rates === null ? means[i]! : Number.isNaN(rates[i]!) ? 'no value' : bytesPerSecond(rates[i]!);
    }));
  const host = h('div', { class: 'chart rates' });
  const keys = shown.map(([name, colour], i) => {
    const swatch = h('span', { class: 'swatch', 'aria-hidden': 'true' });
    swatch.style.background = `var(${colour})`;
    return h('span', { class: 'counter-key' }, swatch, h('span', { class: 'counter-name' }, name), values[i]);
  });
  const formula = 'Bytes allocated (heap before a collection minus heap after the one before it) and bytes promoted, '
    + 'divided by the time from the start of one collection to the start of the next';
  return { content, host, elements: [
    h('h3', { title: formula }, shown.length > 1 ? 'Allocation and promotion' : 'Allocation rate',
      h('span', { class: 'counter-keys' }, ...keys)),
    host,
  ] };
}

/** CPU time against real time of long pauses; null where the runtime does not report it. */
export function cpuUseChart(
  timeline: Timeline, marks: Marks, grouping: Grouping, viewport: Viewport, scale: TimeScale,
): CollectionChart<CpuUseContent> | null {
  const use = cpuUse(timeline, marks, grouping);
  if (use === null) return null;
  const { collections } = timeline;
  const host = h('div', { class: 'chart cpu-use' });
  const tip = besidePointer(host);
  const content = new CpuUseContent(use, grouping.groups, viewport, (point, left) => {
    if (point === null) {
      tip(null, left);
      return;
    }
    const of = use.collection[point]!;
    tip([cpusUsed(collections, of)!, `at ${scale.moment(use.time[point]!)}`, `collection ${integer(collections.number[of])}`], left);
  });
  const below = use.cpus.reduce((count, cpus) => count + (cpus < 1 ? 1 : 0), 0);
  const key = h('span', { class: 'heap-key' }, h('span', { class: 'dashes', 'aria-hidden': 'true' }),
    `1 CPU: below it, GC threads waited for a CPU (${integer(below)} of ${integer(use.cpus.length)} pauses of at least `
    + `${duration(LEAST_PAUSE)})`);
  return { content, host, elements: [h('h3', {}, 'CPU time against real time of GC pauses', key), host] };
}

/** Blocking collections only: the CPU time of a concurrent cycle is not that of its pauses. */
function cpuUse({ collections, timed }: Timeline, marks: Marks, { groupOf }: Grouping): CpuUse | null {
  const { cpu, pause, background, pauseCount, start, count } = collections;
  if (cpu === null || !timed) return null;
  const groupAt = new Int32Array(count).fill(-1);
  for (let i = 0; i < marks.count; i++) if (marks.collection[i]! >= 0) groupAt[marks.collection[i]!] = groupOf[i]!;
  const order: number[] = [];
  for (let i = 0; i < count; i++) {
    const long = background[i] !== 1 && pauseCount[i] === 1 && pause[i]! >= LEAST_PAUSE;
    if (long && !Number.isNaN(cpu[i]!) && !Number.isNaN(start[i]!) && groupAt[i]! >= 0) order.push(i);
  }
  if (order.length === 0) return null;
  order.sort((a, b) => start[a]! - start[b]! || a - b);
  return {
    time: Float64Array.from(order, (i) => start[i]!),
    cpus: Float64Array.from(order, (i) => cpu[i]! / pause[i]!),
    collection: Int32Array.from(order),
    group: Int32Array.from(order, (i) => groupAt[i]!),
  };
}
