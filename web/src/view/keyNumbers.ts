import type { CpuSamples, ProcessReport } from '../data/contract.ts';
import { NO_SYMBOLS } from '../data/cpu.ts';
import { isMeaningful } from '../data/percentiles.ts';
import type { Marks } from '../data/marks.ts';
import type { PartNumbers } from '../data/part.ts';
import type { Timeline } from '../data/timeline.ts';
import { bytes, bytesPerSecond } from '../format/bytes.ts';
import { durationFromMillis } from '../format/durations.ts';
import { counted, integer, percent } from '../format/numbers.ts';
import { heapText, pauseText } from '../format/steps.ts';
import { collectorFacts } from './collectorFacts.ts';
import { h, type Child } from './dom.ts';
import { factGrid, type Fact } from './facts.ts';
import { isRecorded, type Moments } from './moments.ts';
import { timeToStop } from './names.ts';
import { percentileTile, type Percentiles } from './percentileTile.ts';

type Stops = NonNullable<ProcessReport['stops']>;

/** Cards show moments with a hundredth of a second. */
const FINENESS_MICROS = 10_000;

/** From this duration on, the time to stop and stalls of single threads are shown. */
const NOTABLE_MS = 1;

/**
 * The key numbers of a process: stop-the-world pauses where the runtime reports them, with the GC pauses below them; otherwise the GC
 * pauses.
 */
export function keyNumbers(process: ProcessReport, moments: Moments): HTMLElement {
  const { pauses, stops, collections, source } = process;
  if (isSampledOnly(process)) return cpuNumbers(process.cpu_samples!);
  if (stops?.gc_stops && stops.count > 0) return feltNumbers(process, stops, moments);
  const none = pauses.count === 0;
  // A file that does not record pauses is not one without.
  const unknown = none && (pauses.knowledge ?? 'recorded') !== 'recorded';
  const nothing = unknown ? 'unknown' : 'none';
  const long = (millis: number | null): string => pauseText(millis, source);
  return section(
    card('Longest pause', none ? nothing : long(pauses.max_ms),
      ...(none
        ? [unknown ? 'pauses are not recorded' : 'no pause recorded']
        : [when(moments, pauses.longest?.[0], source), `mean ${long(pauses.mean_ms)}`])),
    none ? card('99th percentile', nothing) : percentileCard({ ...pauses, format: long }, process),
    card('Throughput', percent(pauses.throughput_percent), 'time outside of pauses'),
    card('Paused in total', unknown ? nothing : pauseText(pauses.total_ms, source, pauses.count),
      `${unknown ? '' : `${counted(pauses.count, 'pause')}, `}${counted(collections.count, 'collection')}`),
    collectorCpu(process),
    atExit(process));
}

/** The key numbers of a part of the recording; what is known of the whole recording alone is left out. */
export function partNumbersView(part: PartNumbers, marks: Marks, collections: Timeline['collections'], moments: Moments): HTMLElement {
  const { longest, count } = part;
  const millis = (micros: number): string => (Number.isNaN(micros) ? 'none' : durationFromMillis(micros / 1e3));
  const collection = longest < 0 ? -1 : marks.collection[longest]!;
  return section(
    card('Longest pause', longest < 0 ? 'none' : millis(marks.duration[longest]!),
      longest < 0 ? 'no pause in this part' : h('div', {}, 'at ', moments.at(marks.start[longest]!, FINENESS_MICROS),
        collection < 0 ? null : `, collection ${integer(collections.number[collection]!)}`)),
    count === 0 ? card('99th percentile', 'none')
      : percentileCard({ count, p50_ms: part.p50, p90_ms: part.p90, p99_ms: part.p99, format: millis }),
    card('Throughput', part.percent === null ? 'unknown' : percent(100 - part.percent), 'time outside of pauses'),
    card('Paused in total', count === 0 ? 'none' : millis(part.total),
      `${counted(count, 'pause')}, ${counted(part.collections, 'collection')}`));
}

/** The highest percentile that has enough pauses, with the median and the kinds of collections below it. */
function percentileCard(of: Percentiles, process?: ProcessReport): HTMLElement {
  const { label, value, under } = percentileTile(of, process?.collections.by_kind ?? []);
  return card(label, value, ...under);
}

/** Go: CPU time of the collector, which pauses do not show. */
function collectorCpu({ collector_cpu: cpu }: ProcessReport): HTMLElement | null {
  if (!cpu) return null;
  return card('CPU time for GC', percent(cpu.percent),
    `mark assists ${durationFromMillis(cpu.assist_ms)}, workers ${durationFromMillis(cpu.workers_ms)}`,
    `pauses ${durationFromMillis(cpu.stops_ms)}, of ${counted(cpu.processors, 'processor')}`);
}

/** Whether there are only CPU samples. */
export function isSampledOnly({ cpu_samples: cpu, stops, collections, source }: ProcessReport): boolean {
  return !!cpu && source.duration_ms === null && collections.count === 0 && !stops;
}

/** The collector's share of CPU time, and its largest kinds of work. */
function cpuNumbers(cpu: CpuSamples): HTMLElement {
  const nameless = cpu.classes.some(({ name }) => name === NO_SYMBOLS);
  const unknown = nameless && cpu.collector_samples === 0;
  return section(
    card('Collector’s CPU time', unknown ? 'unknown' : `${nameless ? '≥ ' : ''}${percent(cpu.collector_percent)}`, cpu.basis),
    ...cpu.classes.filter(({ is_gc: isGc }) => isGc).slice(0, 3)
      .map(({ name, percent: share, samples }) => card(name, percent(share), counted(samples, 'sample'))));
}

/** Collections at the interpreter's exit, in one line. */
function atExit({ exit_collections: exit }: ProcessReport): HTMLElement | null {
  if (!exit || exit.count === 0) return null;
  const one = exit.count === 1;
  const longest = exit.max_ms === null ? '' : `, ${one ? '' : 'longest '}${durationFromMillis(exit.max_ms)},`;
  return h('p', { class: 'under' },
    `${counted(exit.count, 'collection')} at the interpreter’s exit${longest} ${one ? 'is' : 'are'} not counted, `,
    `because no request waits for ${one ? 'it' : 'them'}.`);
}

function feltNumbers(process: ProcessReport, stops: Stops, moments: Moments): HTMLElement {
  const { pauses, collections, stalls, source } = process;
  const halt = stops.time_to_safepoint_max_ms;
  const own = pauses.count === 0 ? 'no GC pause recorded' : `GC pause: ${durationFromMillis(pauses.max_ms)}`;
  const wait = [...stalls].sort((a, b) => b.max_ms - a.max_ms)[0];
  const beside = [
    (halt ?? 0) >= NOTABLE_MS ? `${timeToStop(source).long}: ${durationFromMillis(halt)}` : '',
    wait && wait.max_ms >= NOTABLE_MS ? `stall of a single thread: ${durationFromMillis(wait.max_ms)} (${wait.name})` : '',
  ].filter(Boolean);
  return section(
    card('Longest pause', durationFromMillis(stops.max_ms), when(moments, stops.longest?.[0], source), own),
    percentileCard({ ...stops, format: durationFromMillis }, process),
    card('Throughput', percent(stops.throughput_percent),
      `time outside of pauses; outside of GC pauses ${percent(pauses.throughput_percent)}`),
    card('Paused in total', durationFromMillis(stops.total_ms),
      `${counted(stops.count, 'pause')}, ${counted(collections.count, 'collection')}; GC pauses ${durationFromMillis(pauses.total_ms)}`),
    collectorCpu(process),
    beside.length === 0 ? null : h('p', { class: 'under' }, `Longest ${beside.join(' · longest ')}`));
}

/** The time of the longest one and its collection; null when unknown. */
function when(
  moments: Moments, longest: { start_ms: number | null; collection: number | null } | undefined, source: ProcessReport['source'],
): Child {
  if (!longest || !isRecorded(longest.start_ms, source)) return null;
  const moment = moments.at(longest.start_ms * 1e3, FINENESS_MICROS);
  return h('div', {}, 'at ', moment, longest.collection === null ? null : `, collection ${integer(longest.collection)}`);
}

function section(...cards: (HTMLElement | null)[]): HTMLElement {
  return h('section', { class: 'numbers', 'aria-label': 'Key numbers' }, ...cards);
}

/** A number with its name above and details below, one per line. */
function card(label: string, value: string, ...under: Child[]): HTMLElement {
  return h('div', { class: 'card' },
    h('div', { class: 'label' }, label),
    value === 'unknown' || value === 'none' ? h('div', { class: 'value absent' }, value) : h('div', { class: 'value' }, ...figure(value)),
    h('div', { class: 'under' }, ...under.filter(Boolean).map((line) => (typeof line === 'string' ? h('div', {}, line) : line))));
}

/** Sets units smaller than their numbers: `190.1 ms`, `3 min 07 s`. */
function figure(value: string): Child[] {
  return value.split(/(\s)/).map((part) => (/[\d\s]/.test(part) ? part : h('span', { class: 'unit' }, part)));
}

/** Heap, rates, more percentiles, stop-the-world pauses and facts about the collector as one list of small facts. */
export function moreNumbers(process: ProcessReport): HTMLElement {
  const { pauses, heap, stops, collections, source } = process;
  const { p50_ms: p50, p90_ms: p90, p99_ms: p99, p999_ms: p999 } = pauses;
  const known = ([['p50', 500, p50], ['p90', 900, p90], ['p99', 990, p99], ['p99.9', 999, p999]] as const)
    .filter(([, perMille, ms]) => ms !== null && isMeaningful(perMille, pauses.count));
  const facts: Fact[] = [
    ...(known.length === 0 ? [] : [[
      `Pause ${known.map(([name]) => name).join(' · ')}`, known.map(([, , ms]) => pauseText(ms, source)).join(' · '),
    ] satisfies Fact]),
    ['Induced collections', integer(collections.induced)],
    ['Peak heap', bytes(heap?.peak_bytes)],
    heap?.limit_bytes == null ? ['Largest heap size', bytes(heap?.max_bytes)] : ['Heap limit', bytes(heap.limit_bytes)],
    ['Live set', heapText(heap?.live_set_bytes, source)],
    ['Allocated', bytes(heap?.allocated_bytes)],
    ['Allocation rate', bytesPerSecond(heap?.allocation_rate_bytes_per_s)],
    ['Promotion rate', bytesPerSecond(heap?.promotion_rate_bytes_per_s)],
  ];
  if (stops) facts.push(...stopFacts(stops, source));
  return factGrid([...facts, ...collectorFacts(process)]);
}

function stopFacts(stops: Stops, source: ProcessReport['source']): Fact[] {
  const made = stops.gc_stops;
  const facts: Fact[] = [
    ['Stop-the-world pauses', `${counted(stops.count, 'pause')}, ${durationFromMillis(stops.total_ms)}`],
    ['Longest stop-the-world pause', durationFromMillis(stops.max_ms)],
    [`Total ${timeToStop(source).long}`, durationFromMillis(stops.time_to_safepoint_total_ms)],
    ['Paused outside of GC pauses', durationFromMillis(stops.outside_pauses_ms)],
  ];
  if (!made) return facts;
  return [...facts,
    ['Pauses for GC', `${counted(made.count, 'pause')}, ${durationFromMillis(made.total_ms)}`],
    ['Longest pause for GC', durationFromMillis(made.max_ms)]];
}
