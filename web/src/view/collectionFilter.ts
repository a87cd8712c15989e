import type { Timeline } from '../data/timeline.ts';
import { LONGEST_NAME, type Filter } from './address.ts';
import { kindOf } from './collectionColumns.ts';
import { UNKNOWN } from './causes.ts';
import { h } from './dom.ts';

/** Most names in a list; longer lists are searched by text. */
const MOST_NAMES = 60;
const SETTLE_MS = 150;

/** The filter of the table of collections: by generation, by cause, and by a text in its words or number. */
export class CollectionFilter {
  readonly element: HTMLElement;
  private readonly generation: HTMLSelectElement | null;
  private readonly cause: HTMLSelectElement | null;
  private readonly text = h('input', {
    type: 'search', 'aria-label': 'Find collections', placeholder: 'find a cause or number', maxlength: LONGEST_NAME,
  });

  /** `first` is the initial filter; names that do not occur are ignored. */
  constructor(private readonly timeline: Timeline, first: Filter, changed: () => void) {
    const { generations, causes, collections } = timeline;
    this.generation = choice('Generation', 'all generations', generations, collections.generation, changed);
    this.cause = choice('Cause', 'all causes', causes, collections.cause, changed);
    set(this.generation, generations, first.generation);
    set(this.cause, causes, first.cause);
    this.text.value = first.text;
    let timer: ReturnType<typeof setTimeout> | undefined;
    this.text.addEventListener('input', () => {
      clearTimeout(timer);
      timer = setTimeout(changed, SETTLE_MS);
    });
    this.element = h('div', { class: 'filter', role: 'search', 'aria-label': 'Filter of collections' },
      ...[this.generation, this.cause, this.text].filter((field) => field !== null));
  }

  /** The filter by names, which are also valid in a link. */
  get chosen(): Filter {
    const { generations, causes } = this.timeline;
    return { generation: nameOf(this.generation, generations), cause: nameOf(this.cause, causes), text: this.text.value.trim() };
  }

  /** The test of each collection; null when all are listed. */
  test(): ((collection: number) => boolean) | null {
    const { collections: of, generations, causes } = this.timeline;
    const generation = chosen(this.generation);
    const cause = chosen(this.cause);
    const typed = this.text.value.trim().toLowerCase();
    if (generation === null && cause === null && typed === '') return null;
    // Names are tested once, not for every row.
    const named = (names: string[]): boolean[] => names.map((name) => name.toLowerCase().includes(typed));
    const [generationNamed, causeNamed] = [named(generations), named(causes)];
    const [unknownNamed, inducedNamed] = [UNKNOWN.includes(typed), 'induced'.includes(typed)];
    return (i) => {
      const [ownGeneration, ownCause] = [of.generation[i]!, of.cause[i]!];
      if (generation !== null && ownGeneration !== generation) return false;
      if (cause !== null && ownCause !== cause) return false;
      return typed === ''
        || (ownGeneration >= 0 && generationNamed[ownGeneration]!)
        || (ownCause < 0 ? unknownNamed && causes.length > 0 : causeNamed[ownCause]!)
        || (inducedNamed && of.induced[i] === 1)
        || kindOf(of.background[i]!).includes(typed)
        || String(of.number[i]) === typed;
    };
  }

  /** Clears the filter. */
  clear(): void {
    this.text.value = '';
    for (const field of [this.generation, this.cause]) if (field) field.value = '';
  }
}

/** A list of the names that occur, with counts; null where it would have one entry. */
function choice(label: string, all: string, names: string[], column: Int32Array, changed: () => void): HTMLSelectElement | null {
  const counts = new Float64Array(names.length + 1);
  for (const index of column) counts[index + 1]!++;
  const entries = names.map((name, i) => ({ name, value: i, count: counts[i + 1]! }));
  entries.push({ name: UNKNOWN, value: -1, count: counts[0]! });
  const shown = entries.filter(({ count }) => count > 0).sort((a, b) => b.count - a.count).slice(0, MOST_NAMES);
  if (shown.length < 2) return null;
  return h('select', { 'aria-label': label, change: changed }, h('option', { value: '' }, all),
    ...shown.map(({ name, value, count }) => h('option', { value }, `${name} (${count})`)));
}

function chosen(field: HTMLSelectElement | null): number | null {
  return field === null || field.value === '' ? null : Number(field.value);
}

function nameOf(field: HTMLSelectElement | null, names: string[]): string | null {
  const index = chosen(field);
  return index === null ? null : (names[index] ?? UNKNOWN);
}

function set(field: HTMLSelectElement | null, names: string[], name: string | null): void {
  if (field === null || name === null) return;
  const index = names.indexOf(name);
  if (index < 0 && name !== UNKNOWN) return;
  const value = String(index);
  if ([...field.options].some((option) => option.value === value)) field.value = value;
}
