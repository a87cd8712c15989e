import type { Marks } from '../data/marks.ts';
import type { Timeline } from '../data/timeline.ts';

/** What the collector did in a pause: the same kinds, colours and shapes in all runtimes. */
export type PauseKind = 'young' | 'old' | 'full' | 'other' | 'unknown';

/** Pauses or stops of one kind. */
export interface Group {
  kind: PauseKind;
  /** The kind in words. */
  label: string;
  /** CSS custom property with the colour. */
  colour: string;
  /** The runtime's own words for what is in it: generations, or the reasons of stops; the most frequent first. */
  names: string[];
  count: number;
  longestMicros: number;
}

export interface Grouping {
  groups: Group[];
  /** Group of each mark. */
  groupOf: Int32Array;
}

/** The order of legends: from young to old, then what is not GC. */
const KINDS: { kind: PauseKind; label: string; colour: string }[] = [
  { kind: 'young', label: 'young', colour: '--pause-young' },
  { kind: 'old', label: 'old, concurrent', colour: '--pause-old' },
  { kind: 'full', label: 'full or blocking', colour: '--pause-full' },
  { kind: 'other', label: 'not GC', colour: '--pause-other' },
  { kind: 'unknown', label: 'unknown', colour: '--pause-other' },
];
const [YOUNG, OLD, FULL, OTHER, UNKNOWN] = KINDS.map((_, i) => i) as [number, number, number, number, number];
/** Pauses that stop the application only to evacuate; those of mixed collections take some old regions along. */
const YOUNG_GENERATIONS = new Set(['gen0', 'gen1', 'young', 'mixed']);

/** Marks by kind. A kind without marks has no group. */
export function groupMarks({ collections, generations }: Timeline, marks: Marks): Grouping {
  const young = generations.map((name) => YOUNG_GENERATIONS.has(name));
  const names = [...generations, ...marks.names];
  const byName = new Float64Array(KINDS.length * (names.length + 1));
  const kindOf = new Int32Array(marks.count);
  const longest = new Float64Array(KINDS.length);
  for (let i = 0; i < marks.count; i++) {
    const collection = marks.collection[i]!;
    const generation = collection < 0 ? -1 : collections.generation[collection]!;
    const background = collection < 0 ? -1 : collections.background[collection]!;
    const kind = collection < 0
      ? (marks.what === 'stop' ? OTHER : UNKNOWN)
      : generation >= 0 && young[generation] ? YOUNG : background === 1 ? OLD : generation < 0 && background < 0 ? UNKNOWN : FULL;
    kindOf[i] = kind;
    if (marks.duration[i]! > longest[kind]!) longest[kind] = marks.duration[i]!;
    const name = generation >= 0 ? generation : marks.name[i]! < 0 ? names.length : generations.length + marks.name[i]!;
    byName[kind * (names.length + 1) + name]!++;
  }
  return gather(kindOf, longest, names, byName);
}

function gather(kindOf: Int32Array, longest: Float64Array, names: string[], byName: Float64Array): Grouping {
  const groups: Group[] = [];
  const groupAt = KINDS.map((of, kind) => {
    const counts = byName.subarray(kind * (names.length + 1), (kind + 1) * (names.length + 1));
    const count = counts.reduce((a, b) => a + b, 0);
    if (count === 0) return -1;
    const known = names.map((_, name) => name).filter((name) => counts[name]! > 0).sort((a, b) => counts[b]! - counts[a]! || a - b);
    groups.push({ ...of, names: known.map((name) => names[name]!), count, longestMicros: longest[kind]! });
    return groups.length - 1;
  });
  for (let i = 0; i < kindOf.length; i++) kindOf[i] = groupAt[kindOf[i]!]!;
  return { groups, groupOf: kindOf };
}
