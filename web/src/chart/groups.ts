import type { Marks } from '../data/marks.ts';
import type { Timeline } from '../data/timeline.ts';

/** Pauses or stops of one colour: of a generation, of a phase where the runtime has no generations, or of a reason. */
export interface Group {
  label: string;
  /** CSS custom property with the colour. */
  colour: string;
  count: number;
  longestMicros: number;
}

export interface Grouping {
  /** What the colours show. */
  by: 'generation' | 'phase' | 'reason' | 'generation or reason';
  groups: Group[];
  /** Group of each mark. */
  groupOf: Int32Array;
}

const KNOWN: Record<string, string> = {
  gen0: '--series-1', young: '--series-1',
  gen1: '--series-2', mixed: '--series-2',
  gen2: '--series-3', full: '--series-3',
  old: '--series-4',
};
const SPARE = ['--series-1', '--series-2', '--series-4', '--series-5', '--series-6', '--series-3'];
const REST = '--series-rest';
const ORDER = Object.keys(KNOWN);
const MOST_GROUPS = 6;

/** Marks of collections by their generation; those without one by phase or, where they are stops, by reason. */
export function groupMarks({ collections, generations }: Timeline, marks: Marks): Grouping {
  const byGeneration = generations.length > 0;
  const byName = !byGeneration || marks.what === 'stop';
  const names = [...(byGeneration ? generations : []), ...(byName ? marks.names : [])];
  const nameOf = new Int32Array(marks.count);
  for (let i = 0; i < marks.count; i++) {
    const collection = marks.collection[i]!;
    const generation = byGeneration && collection >= 0 ? collections.generation[collection]! : -1;
    const name = marks.name[i]!;
    nameOf[i] = generation >= 0 ? generation : byName && name >= 0 ? (byGeneration ? generations.length : 0) + name : -1;
  }
  const by = marks.what === 'stop' ? (byGeneration ? 'generation or reason' : 'reason') : byGeneration ? 'generation' : 'phase';
  return { by, ...gather(names, nameOf, marks.duration) };
}

/** The most frequent names get a group each; the others, and pauses without a name, share the last one. */
function gather(names: string[], nameOf: Int32Array, durations: Float64Array): { groups: Group[]; groupOf: Int32Array } {
  const counts = new Float64Array(names.length + 1);
  for (const name of nameOf) counts[name < 0 ? names.length : name]!++;
  const order = names.map((_, i) => i).filter((i) => counts[i]! > 0).sort((a, b) => counts[b]! - counts[a]!);
  const own = order.slice(0, order.length > MOST_GROUPS ? MOST_GROUPS - 1 : MOST_GROUPS);
  own.sort((a, b) => rank(names[a]!) - rank(names[b]!) || a - b);
  const taken = new Set(own.map((i) => KNOWN[names[i]!]));
  const spare = SPARE.filter((colour) => !taken.has(colour));
  const groups: Group[] = own.map((i) => empty(names[i]!, KNOWN[names[i]!] ?? spare.shift() ?? REST));
  const rest = order.length > own.length || counts[names.length]! > 0;
  if (rest) groups.push(empty(order.length > own.length ? 'other' : own.length === 0 ? 'pauses' : 'unknown', restColour(own)));

  const groupOf = new Int32Array(nameOf.length);
  const groupOfName = new Map(own.map((name, at) => [name, at]));
  for (let i = 0; i < nameOf.length; i++) {
    const at = groupOfName.get(nameOf[i]!) ?? groups.length - 1;
    groupOf[i] = at;
    groups[at]!.count++;
    if (durations[i]! > groups[at]!.longestMicros) groups[at]!.longestMicros = durations[i]!;
  }
  return { groups, groupOf };
}

function restColour(own: number[]): string {
  return own.length === 0 ? '--series-1' : REST;
}

/** Generations from young to old, before all other names. */
function rank(name: string): number {
  const at = ORDER.indexOf(name);
  return at < 0 ? ORDER.length : at;
}

function empty(label: string, colour: string): Group {
  return { label, colour, count: 0, longestMicros: 0 };
}
