import type { Timeline } from '../data/timeline.ts';
import { columnByteUnit } from '../format/bytes.ts';
import { fixedMillis, millisDigits } from '../format/durations.ts';
import { decimals, integer } from '../format/numbers.ts';
import type { TimeScale } from '../format/timeScale.ts';

export interface TableColumn {
  id: string;
  title: string;
  /** True for words, which stand left; figures stand right. */
  words?: boolean;
  text(index: number): string;
  /** What rows are sorted by: a number, NaN when unknown. */
  key(index: number): number;
}

/** The columns of the table of collections, each with one unit for all its rows; those that would be empty are left out. */
export function collectionColumns(timeline: Timeline, scale: TimeScale): TableColumn[] {
  const { collections: of, generations, causes } = timeline;
  const digits = millisDigits(largest(of.pause) / 1e3);
  const [generationRank, causeRank] = [ranks(generations), ranks(causes)];
  const columns: TableColumn[] = [
    { id: 'number', title: 'No.', text: (i) => integerOr(of.number[i]!), key: (i) => of.number[i]! },
    { id: 'time', title: 'Time', text: (i) => (Number.isNaN(of.start[i]!) ? '–' : scale.moment(of.start[i]!)), key: (i) => (scale.timed ? of.start[i]! : Number.NaN) },
    words('generation', 'Generation', of.generation, generations, generationRank),
    { id: 'kind', title: 'Kind', words: true, text: (i) => kind(of.background[i]!), key: (i) => orNaN(of.background[i]!) },
    causeColumn(of, causes, causeRank),
    { id: 'pauses', title: 'Pauses', text: (i) => integer(of.pauseCount[i]), key: (i) => of.pauseCount[i]! },
    { id: 'pause', title: 'Paused, ms', text: (i) => fixedMillis(of.pause[i]!, digits), key: (i) => of.pause[i]! },
    sizes('before', 'Heap before', of.heapBefore, Math.max(largest(of.heapBefore), largest(of.heapAfter))),
    sizes('after', 'Heap after', of.heapAfter, Math.max(largest(of.heapBefore), largest(of.heapAfter))),
    sizes('promoted', 'Promoted', of.promoted, largest(of.promoted)),
  ];
  return columns.filter((column) => tells(column, of.count));
}

function tells(column: TableColumn, count: number): boolean {
  for (let i = 0; i < count; i++) if (!Number.isNaN(column.key(i))) return true;
  return false;
}

function causeColumn(of: Timeline['collections'], causes: string[], rank: Int32Array): TableColumn {
  const column = words('cause', 'Cause', of.cause, causes, rank);
  return { ...column, text: (i) => (of.induced[i] === 1 ? `${column.text(i)} (induced)` : column.text(i)) };
}

function words(id: string, title: string, index: Int32Array, names: string[], rank: Int32Array): TableColumn {
  return {
    id, title, words: true,
    text: (i) => (index[i]! < 0 ? '–' : names[index[i]!]!),
    key: (i) => (index[i]! < 0 ? Number.NaN : rank[index[i]!]!),
  };
}

function sizes(id: string, title: string, values: Float64Array, most: number): TableColumn {
  const unit = columnByteUnit(most);
  const digits = unit.size === 1 ? 0 : most / unit.size >= 10_000 ? 0 : most / unit.size >= 100 ? 1 : 2;
  return {
    id, title: `${title}, ${unit.name}`,
    text: (i) => (Number.isNaN(values[i]!) ? '–' : decimals(values[i]! / unit.size, digits)),
    key: (i) => values[i]!,
  };
}

/** Where each name stands in alphabetical order. */
function ranks(names: string[]): Int32Array {
  const order = names.map((_, i) => i).sort((a, b) => names[a]!.localeCompare(names[b]!, 'en'));
  const rank = new Int32Array(names.length);
  order.forEach((name, at) => (rank[name] = at));
  return rank;
}

function largest(values: Float64Array): number {
  let most = 0;
  for (const value of values) if (value > most) most = value;
  return most;
}

function kind(background: number): string {
  return background < 0 ? '–' : background === 1 ? 'background' : 'blocking';
}

function integerOr(value: number): string {
  return Number.isNaN(value) ? '–' : integer(value);
}

function orNaN(value: number): number {
  return value < 0 ? Number.NaN : value;
}
