import type { Timeline } from '../data/timeline.ts';
import { columnByteUnit } from '../format/bytes.ts';
import { fixedMillis, millisDigits } from '../format/durations.ts';
import { decimals, integer } from '../format/numbers.ts';
import { pauseCell, type Steps } from '../format/steps.ts';
import type { TimeScale } from '../format/timeScale.ts';
import { UNKNOWN, withInduced } from './causes.ts';

export interface TableColumn {
  id: string;
  title: string;
  /** True for words, which are left-aligned; numbers are right-aligned. */
  words?: boolean;
  /** The width of its longest text, in characters. */
  characters: number;
  text(index: number): string;
  /** The sort key of a row: a number, NaN when unknown. */
  key(index: number): number;
}

/** Wider words are truncated; the cell's title has the whole text. */
const WIDEST_WORDS = 34;

/** The columns of the table of collections, each with one unit for all rows. Columns without information are left out. */
export function collectionColumns(timeline: Timeline, scale: TimeScale, steps: Steps = {}): TableColumn[] {
  const { collections: of, generations, causes } = timeline;
  const digits = millisDigits(largest(of.pause) / 1e3);
  const heapMost = Math.max(largest(of.heapBefore), largest(of.heapAfter));
  const time = (i: number): string => (Number.isNaN(of.start[i]!) ? '–' : scale.moment(of.start[i]!));
  const paused = (i: number): string => pauseCell(of.pause[i]!, digits, steps.pause_resolution_ms, of.pauseCount[i]!);
  const columns: Column[] = [
    { id: 'number', title: 'No.', text: (i) => integerOr(of.number[i]!), key: (i) => of.number[i]!, values: of.number },
    {
      id: 'time', title: 'Time', text: time, key: (i) => (scale.timed ? of.start[i]! : Number.NaN),
      ...(scale.timed ? { values: of.start } : {}),
    },
    { id: 'pause', title: 'Paused, ms', text: paused, key: (i) => of.pause[i]!, values: of.pause },
    words('generation', 'Generation', of.generation, generations),
    {
      id: 'kind', title: 'Kind', words: true, text: (i) => kindOf(of.background[i]!), key: (i) => orNaN(of.background[i]!),
      values: of.background,
    },
    causeColumn(of, causes),
    { id: 'pauses', title: 'Pauses', text: (i) => integer(of.pauseCount[i]), key: (i) => of.pauseCount[i]!, values: of.pauseCount },
    sizes('before', 'Heap before', of.heapBefore, heapMost, steps.heap_resolution_bytes),
    sizes('after', 'Heap after', of.heapAfter, heapMost, steps.heap_resolution_bytes),
    ...(of.cpu === null ? [] : [cpuColumn(of.cpu)]),
    sizes('promoted', 'Promoted', of.promoted, largest(of.promoted), null),
  ];
  return columns.filter((column) => hasInformation(column, of.count))
    .map((column) => ({ ...column, characters: widest(column, timeline) }));
}

/** A column, and the values that its keys are, where they are stored: a loop over these is faster than calls. */
type Column = Omit<TableColumn, 'characters'> & { values?: Float64Array | Int32Array };

/** For words the longest name that occurs; for numbers the texts of the extremes, which are the longest. */
function widest(column: Column, { collections: of, generations, causes }: Timeline): number {
  const names = column.id === 'generation' ? generations : column.id === 'cause' ? causes : null;
  if (names) {
    const induced = column.id === 'cause' && of.induced.includes(1) ? withInduced(' ', true).length : 0;
    const longest = names.reduce((most, name) => Math.max(most, name.length), UNKNOWN.length) + induced;
    return Math.max(column.title.length, Math.min(WIDEST_WORDS, longest));
  }
  const [least, most] = extremes(column.values ?? Float64Array.from({ length: of.count }, (_, i) => column.key(i)));
  return Math.max(column.title.length, ...[least, most].filter((i) => i >= 0).map((i) => column.text(i).length));
}

/** The indexes of the least and the greatest value, -1 where none is known. */
function extremes(values: Float64Array | Int32Array): [least: number, most: number] {
  let [least, most] = [-1, -1];
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    if (value < low) [least, low] = [i, value];
    if (value > high) [most, high] = [i, value];
  }
  return [least, most];
}

/** Whether a column has information: not if all values are unknown or the usual one. */
function hasInformation(column: Column, count: number): boolean {
  const usual = column.id === 'kind' ? 0 : column.id === 'pauses' ? 1 : Number.NaN;
  for (let i = 0; i < count; i++) {
    const key = column.key(i);
    if (!Number.isNaN(key) && key !== usual) return true;
  }
  return false;
}

function causeColumn(of: Timeline['collections'], causes: string[]): Column {
  const column = words('cause', 'Cause', of.cause, causes);
  return { ...column, text: (i) => withInduced(column.text(i), of.induced[i] === 1) };
}

/** CPU time of all GC threads: below the pause, they waited for a CPU. */
function cpuColumn(cpu: Float64Array): Column {
  const digits = millisDigits(largest(cpu) / 1e3);
  return { id: 'cpu', title: 'CPU, ms', text: (i) => fixedMillis(cpu[i]!, digits), key: (i) => cpu[i]!, values: cpu };
}

function words(id: string, title: string, index: Int32Array, names: string[]): Column {
  const rank = ranks(names);
  return {
    id, title, words: true,
    text: (i) => (index[i]! < 0 ? UNKNOWN : names[index[i]!]!),
    key: (i) => (index[i]! < 0 ? Number.NaN : rank[index[i]!]!),
  };
}

function sizes(id: string, title: string, values: Float64Array, most: number, step: number | null | undefined): Column {
  const unit = columnByteUnit(most);
  const digits = unit.size === 1 ? 0 : most / unit.size >= 10_000 ? 0 : most / unit.size >= 100 ? 1 : 2;
  return {
    id, title: `${title}, ${unit.name}`,
    text: (i) => {
      if (Number.isNaN(values[i]!)) return '–';
      return values[i] === 0 && step ? `<\u00a0${Number((step / unit.size).toPrecision(2))}` : decimals(values[i]! / unit.size, digits);
    },
    key: (i) => values[i]!,
    values,
  };
}

/** The alphabetical rank of each name. */
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

/** Whether a collection was blocking or background; `–` when unknown. */
export function kindOf(background: number): string {
  return background < 0 ? '–' : background === 1 ? 'background' : 'blocking';
}

function integerOr(value: number): string {
  return Number.isNaN(value) ? '–' : integer(value);
}

function orNaN(value: number): number {
  return value < 0 ? Number.NaN : value;
}
