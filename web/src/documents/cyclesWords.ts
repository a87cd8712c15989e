import type { Cycles } from '../data/cyclesContract.ts';
import { counted, integer, percent } from '../format/numbers.ts';
import { lasting, sized } from '../format/quantities.ts';

/** Cycles of one kind. */
export type Group = Cycles['groups'][number];
type Process = Cycles['processes'][number];
type Types = Group['types'];

const SHOWN_TYPES = 4;
const SHOWN_PROCESSES = 8;
/** A smaller share of freed objects without a snapshot is no reason to record longer. */
const LEAST_UNSEEN_PERCENT = 5;

/** What the collector freed at which cost, and the snapshots behind the numbers. */
export function basis(shown: Cycles): string[] {
  const unseen = (100 * shown.unsampled_objects) / Math.max(1, shown.garbage_objects);
  // Short-lived child processes would only be noise.
  const reported = shown.processes.filter((process) => process.snapshots > 0 || freedBy(process) > 0);
  const rest = reported.length - SHOWN_PROCESSES;
  return [
    ...worth(shown),
    ...(shown.groups.length > 0 && unseen >= LEAST_UNSEEN_PERCENT
      ? [`No heap snapshot captured ${percent(unseen)} of the freed objects: record for longer.`] : []),
    ...reported.slice(0, SHOWN_PROCESSES).map(snapshots),
    ...(rest > 0 ? [`${integer(rest)} more processes were recorded.`] : []),
    ...shown.notes.map((note) => `${note}.`),
  ];
}

/** A group's heading. */
export function headingOf(group: Group, number: number): string {
  return `${number}. ${group.title}: ${percent(group.share_percent)} of the cyclic garbage`;
}

/** The types of one cycle. */
export function each(group: Group): string {
  return `each cycle: ${types(group.types)}`;
}

/** The types of all objects freed with such cycles. */
export function freedWith(group: Group): string {
  return `freed with them: ${types(group.reachable_types)}`;
}

/** A group's numbers. */
export function numbers(group: Group): string {
  return `${counted(group.cycles, 'cycle')} captured, ${counted(group.objects, 'object')} including what they reference, `
    + `${sized(group.bytes)}; estimated total ${integer(Math.round(group.estimated_objects))} objects, ${sized(group.estimated_bytes)}`;
}

function worth({ processes, share_of_allocated_percent: share }: Cycles): string[] {
  const collections = sum(processes.map(collectionsOf));
  if (collections === 0) return [];
  const time = sum(processes.flatMap((process) => process.generations.map((generation) => generation.total_ms)));
  const freed = sum(processes.map(freedBy));
  const text = `${counted(collections, 'collection')} freed ${counted(freed, 'object')} in ${lasting(time)}`
    + (freed > 0 ? ` (${lasting(time / freed)} each)` : '');
  return [share === null
    ? `${text}. The memory freed by reference counting is not recorded.`
    : `${text}. Only the collector could free ${share < 0.005 ? 'less than 0.01 %' : percent(share)} of the allocated memory `
      + '(counted in the allocator; reuse from free lists is not counted and would lower the share).'];
}

function snapshots(process: Process): string {
  const [collections, freed] = [collectionsOf(process), freedBy(process)];
  const seen = sum(process.generations.map((generation) => generation.sampled_objects));
  const [exact, inexact] = [process.snapshots_exact, process.snapshots_inexact];
  const [stop, longest] = [process.snapshot_stop_total_ms ?? 0, process.snapshot_stop_max_ms];
  return [
    `Process ${process.pid}${process.runtime_version === null ? '' : `, CPython ${process.runtime_version}`}: `,
    counted(process.snapshots, 'heap snapshot'),
    collections > 0 ? ` at ${counted(collections, 'collection')}` : '',
    collections > 0 && freed > 0 ? `, which captured ${percent((100 * seen) / freed)} of the freed objects` : '',
    exact + inexact > 0 ? `; ${checked(exact, exact + inexact)}` : '',
    process.uncollected_objects === null ? '' : `; ${counted(process.uncollected_objects, 'object')} uncollected at the end`,
    process.snapshots_too_large > 0 ? `; ${integer(process.snapshots_too_large)} skipped: too many objects` : '',
    process.snapshots_failed > 0 ? `; ${integer(process.snapshots_failed)} failed` : '',
    stop > 0 && longest !== null
      ? `. The snapshots paused it for ${lasting(stop)} in total, at most ${lasting(longest)} at a time` : '',
    '.',
  ].join('');
}

function checked(exact: number, compared: number): string {
  return exact === compared
    ? `all ${integer(compared)} that could be checked match exactly what the collection freed`
    : `${integer(exact)} of ${integer(compared)} match exactly what the collection freed `
      + '(finalizers may resurrect objects or free some earlier)';
}

function types(all: Types): string {
  const rest = all.length - SHOWN_TYPES;
  const shown = all.slice(0, SHOWN_TYPES).map(({ type, count }) => `${integer(count)} × ${type}`).join(', ');
  return rest > 0 ? `${shown}, ${integer(rest)} more types` : shown;
}

function collectionsOf({ generations }: Process): number {
  return sum(generations.map((generation) => generation.collections));
}

function freedBy({ generations }: Process): number {
  return sum(generations.map((generation) => generation.collected_objects));
}

function sum(values: number[]): number {
  return values.reduce((a, b) => a + b, 0);
}
