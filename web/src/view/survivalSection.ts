import type { KindRow, ProcessReport, SpaceRow, Survival } from '../data/contract.ts';
import { bytes } from '../format/bytes.ts';
import { duration, durationFromMillis } from '../format/durations.ts';
import { counted, integer, percent } from '../format/numbers.ts';
import { table } from './breakdowns.ts';
import { h, section } from './dom.ts';
import { factGrid, type Fact } from './facts.ts';
import { exact } from '../work/exact.ts';

/** Survival: by generation, by space of the heap and, in a JVM, by age. */
export function survivalSection({ collections, heap, survival }: ProcessReport): HTMLElement | null {
  const facts = survival ? youngFacts(survival) : [];
  const tables = [
    exact(byGeneration(collections.by_kind ?? []), collections.by_kind ?? []),
    exact(bySpace(heap?.spaces ?? []), heap?.spaces ?? []),
    exact(byAge(survival?.tenuring ?? null), survival?.tenuring?.bytes_by_age ?? []),
  ]
    .filter((made) => made !== null);
  if (facts.length + tables.length === 0) return null;
  return section('Survival', facts.length > 0 && factGrid(facts),
    tables.length > 0 && h('div', { class: `breakdowns${facts.length > 0 ? ' under-facts' : ''}` }, ...tables));
}

function youngFacts(survival: Survival): Fact[] {
  const { tenuring } = survival;
  const facts: Fact[] = [
    ['Survival of young collections', percent(survival.survival_percent)],
    ['Mean survivors of a collection', bytes(survival.survivor_bytes_mean)],
    ['Promoted share of allocated bytes', percent(survival.promoted_percent)],
    ['Share of promoted bytes that died in the old generation', percent(survival.died_in_old_percent)],
    ['Mean object lifetime', survival.mean_lifetime_s === null ? 'unknown' : duration(survival.mean_lifetime_s * 1e6)],
    ['Copying time per GiB of survivors', durationFromMillis(survival.copy_ms_per_gib)],
  ];
  if (tenuring && tenuring.lowered_to_one !== null) {
    facts.push(['Survivor space overflowed', `in ${integer(tenuring.lowered_to_one)} of ${counted(tenuring.collections, 'collection')}`]);
  }
  return facts.filter(([, value]) => value !== 'unknown');
}

function byGeneration(kinds: KindRow[]): HTMLElement | null {
  const rows = kinds.filter((row) => row.survived_percent !== null);
  return table('Survival by generation', ['Generation', 'Kind', 'Collections', 'Compacting', 'Promoted', 'Survived'],
    rows.map((row) => [
      row.generation ?? 'unknown', row.kind ?? 'unknown', integer(row.count), integer(row.compacting),
      bytes(row.promoted_bytes), percent(row.survived_percent),
    ]), rows.map((row) => row.survived_percent));
}

function bySpace(rows: SpaceRow[]): HTMLElement | null {
  if (rows.every((row) => row.space === null)) return null;
  return table('By heap space', ['Space', 'In use', 'Peak', 'Fragmented', 'Survived', 'Budget'],
    rows.map((row) => [
      row.space === 'large' || row.space === 'pinned' ? `${row.space} objects` : (row.space ?? 'unknown'),
      bytes(row.used_last_bytes), bytes(row.used_max_bytes), row.free_last_bytes === null ? '–' : bytes(row.free_last_bytes),
      row.survived_percent === null ? '–' : percent(row.survived_percent), row.budget_last_bytes ? bytes(row.budget_last_bytes) : '–',
    ]), rows.map((row) => row.used_last_bytes));
}

function byAge(tenuring: Survival['tenuring']): HTMLElement | null {
  const rows = (tenuring?.bytes_by_age ?? []).filter((row) => row.age !== null);
  return table('Survivors by age', ['Collections survived', 'Mean size'],
    rows.map((row) => [integer(row.age), bytes(row.bytes_mean)]), rows.map((row) => row.bytes_mean));
}
