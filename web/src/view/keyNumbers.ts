import type { CpuSamples, ProcessReport } from '../data/contract.ts';
import { NO_SYMBOLS } from '../data/cpu.ts';
import { bytes, bytesPerSecond } from '../format/bytes.ts';
import { durationFromMillis } from '../format/durations.ts';
import { counted, integer, percent } from '../format/numbers.ts';
import { heapText, pauseText } from '../format/steps.ts';
import { collectorFacts } from './collectorFacts.ts';
import { h, type Child } from './dom.ts';
import { factGrid, type Fact } from './facts.ts';
import type { Moments } from './moments.ts';

type Stops = NonNullable<ProcessReport['stops']>;

/** A card tells moments to a hundredth of a second. */
const FINENESS_MICROS = 10_000;

/** From here on the way to a halt, or the wait of a single thread, stands beside the stops. */
const NOTABLE_MS = 1;

/**
 * The four numbers of a process: what the program felt where the runtime tells it, and under them what is the collector's own of it; else
 * the collector's pauses.
 */
export function keyNumbers(process: ProcessReport, moments: Moments): HTMLElement {
  const { pauses, stops, collections, source } = process;
  if (isSampledOnly(process)) return cpuNumbers(process.cpu_samples!);
  if (stops?.gc_stops && stops.count > 0) return feltNumbers(process, stops, moments);
  const none = pauses.count === 0;
  const long = (millis: number | null): string => pauseText(millis, source);
  return section(
    card('Longest pause', none ? 'none' : long(pauses.max_ms),
      ...(none ? ['no pause recorded'] : [when(moments, pauses.longest?.[0]), `mean ${long(pauses.mean_ms)}`])),
    card('99th percentile', none ? 'none' : long(pauses.p99_ms), none ? null : `median ${long(pauses.p50_ms)}`),
    card('Throughput', percent(pauses.throughput_percent), 'time outside pauses'),
    card('Paused in total', pauseText(pauses.total_ms, source, pauses.count),
      `${counted(pauses.count, 'pause')}, ${counted(collections.count, 'collection')}`),
    collectorCpu(process),
    atExit(process));
}

/** Go: what the collector takes of the processors, which pauses don't tell. */
function collectorCpu({ collector_cpu: cpu }: ProcessReport): HTMLElement | null {
  if (!cpu) return null;
  return card('CPU for the collector', percent(cpu.percent),
    `assists ${durationFromMillis(cpu.assist_ms)}, workers ${durationFromMillis(cpu.workers_ms)}`,
    `stops ${durationFromMillis(cpu.stops_ms)}, of ${counted(cpu.processors, 'processor')}`);
}

/** Whether CPU samples are all that is known. */
export function isSampledOnly({ cpu_samples: cpu, stops, collections, source }: ProcessReport): boolean {
  return !!cpu && source.duration_ms === null && collections.count === 0 && !stops;
}

/** The collector's share of the CPU time, and its greatest kinds of work. */
function cpuNumbers(cpu: CpuSamples): HTMLElement {
  const nameless = cpu.classes.some(({ name }) => name === NO_SYMBOLS);
  const unknown = nameless && cpu.collector_samples === 0;
  return section(
    card('Collector’s CPU time', unknown ? 'unknown' : `${nameless ? '≥ ' : ''}${percent(cpu.collector_percent)}`, cpu.basis),
    ...cpu.classes.filter(({ is_gc: isGc }) => isGc).slice(0, 3)
      .map(({ name, percent: share, samples }) => card(name, percent(share), counted(samples, 'sample'))));
}

/** The collections at the interpreter's exit, in a line. */
function atExit({ exit_collections: exit }: ProcessReport): HTMLElement | null {
  if (!exit || exit.count === 0) return null;
  const one = exit.count === 1;
  const longest = exit.max_ms === null ? '' : `, ${one ? '' : 'longest '}${durationFromMillis(exit.max_ms)},`;
  return h('p', { class: 'under' },
    `${counted(exit.count, 'collection')} at the interpreter’s exit${longest} ${one ? 'is' : 'are'} not counted: `,
    `no request waits for ${one ? 'it' : 'them'}.`);
}

function feltNumbers(process: ProcessReport, stops: Stops, moments: Moments): HTMLElement {
  const { pauses, collections, stalls } = process;
  const halt = stops.time_to_safepoint_max_ms;
  const own = pauses.count === 0 ? 'no pause recorded' : `the collector’s own: ${durationFromMillis(pauses.max_ms)}`;
  const wait = [...stalls].sort((a, b) => b.max_ms - a.max_ms)[0];
  const beside = [
    (halt ?? 0) >= NOTABLE_MS ? `way of all threads to a halt: ${durationFromMillis(halt)}` : '',
    wait && wait.max_ms >= NOTABLE_MS ? `wait of a single thread for the collector: ${durationFromMillis(wait.max_ms)} (${wait.name})` : '',
  ].filter(Boolean);
  return section(
    card('Longest stop', durationFromMillis(stops.max_ms), when(moments, stops.longest?.[0]), own),
    card('99th percentile', durationFromMillis(stops.p99_ms), `median ${durationFromMillis(stops.p50_ms ?? null)}`),
    card('Throughput', percent(stops.throughput_percent), `time outside stops; outside pauses ${percent(pauses.throughput_percent)}`),
    card('Stopped in total', durationFromMillis(stops.total_ms),
      `${counted(stops.count, 'stop')}, ${counted(collections.count, 'collection')}; pauses ${durationFromMillis(pauses.total_ms)}`),
    collectorCpu(process),
    beside.length === 0 ? null : h('p', { class: 'under' }, `Longest ${beside.join(' · longest ')}`));
}

/** When the longest one was and whose it is; null when unknown. */
function when(moments: Moments, longest: { start_ms: number | null; collection: number | null } | undefined): Child {
  if (!longest || longest.start_ms === null) return null;
  const moment = moments.at(longest.start_ms * 1e3, FINENESS_MICROS);
  return h('div', {}, 'at ', moment, longest.collection === null ? null : `, collection ${integer(longest.collection)}`);
}

function section(...cards: (HTMLElement | null)[]): HTMLElement {
  return h('section', { class: 'numbers', 'aria-label': 'Key numbers' }, ...cards);
}

/** A number with its name above and what belongs to it below, each on a line of its own. */
function card(label: string, value: string, ...under: Child[]): HTMLElement {
  return h('div', { class: 'card' },
    h('div', { class: 'label' }, label),
    value === 'unknown' || value === 'none' ? h('div', { class: 'value absent' }, value) : h('div', { class: 'value' }, ...figure(value)),
    h('div', { class: 'under' }, ...under.filter(Boolean).map((line) => (typeof line === 'string' ? h('div', {}, line) : line))));
}

/** Sets units smaller than their figures: `190.1 ms`, `3 min 07 s`. */
function figure(value: string): Child[] {
  return value.split(/(\s)/).map((part) => (/[\d\s]/.test(part) ? part : h('span', { class: 'unit' }, part)));
}

/** Heap, rates, more percentiles, stops and what the collector told of itself as one list of small facts. */
export function moreNumbers(process: ProcessReport): HTMLElement {
  const { pauses, heap, stops, collections, source } = process;
  const three = [pauses.p50_ms, pauses.p90_ms, pauses.p999_ms];
  const percentiles = three.every((ms) => ms === null) ? 'unknown' : three.map((ms) => pauseText(ms, source)).join(' · ');
  const facts: Fact[] = [
    ['Pause p50 · p90 · p99.9', percentiles],
    ['Induced collections', integer(collections.induced)],
    ['Highest heap in use', bytes(heap?.peak_bytes)],
    ['Heap limit', bytes(heap?.max_bytes)],
    ['Live set', heapText(heap?.live_set_bytes, source)],
    ['Allocated', bytes(heap?.allocated_bytes)],
    ['Allocation rate', bytesPerSecond(heap?.allocation_rate_bytes_per_s)],
    ['Promotion rate', bytesPerSecond(heap?.promotion_rate_bytes_per_s)],
  ];
  if (stops) facts.push(...stopFacts(stops));
  return factGrid([...facts, ...collectorFacts(process)]);
}

function stopFacts(stops: Stops): Fact[] {
  const made = stops.gc_stops;
  const facts: Fact[] = [
    ['Stops (as the application felt them)', `${counted(stops.count, 'stop')}, ${durationFromMillis(stops.total_ms)}`],
    ['Longest stop', durationFromMillis(stops.max_ms)],
    ['Time to safepoint', durationFromMillis(stops.time_to_safepoint_total_ms)],
    ['Stopped outside pauses', durationFromMillis(stops.outside_pauses_ms)],
  ];
  if (!made) return facts;
  return [...facts,
    ['Stops made by collections', `${counted(made.count, 'stop')}, ${durationFromMillis(made.total_ms)}`],
    ['Longest stop made by a collection', durationFromMillis(made.max_ms)]];
}
