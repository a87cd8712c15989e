import type { CounterSummary } from '../data/contract.ts';
import { counterValue } from '../format/counterValue.ts';
import { integer } from '../format/numbers.ts';
import { table } from './breakdowns.ts';
import { h } from './dom.ts';
import { exact } from '../work/exact.ts';

/** Runtime counters over the whole recording. Counters that were always 0 are left out. */
export function countersTable(counters: CounterSummary[]): HTMLElement | null {
  const rows = counters.filter(({ max }) => max !== 0);
  const made = table('Runtime counters', ['Counter', 'Mean', 'Max', 'Last', 'Values'],
    rows.map(({ name, unit, mean, max, last, samples }) => [
      name ?? 'unknown', counterValue(mean, unit), counterValue(max, unit), counterValue(last, unit), integer(samples),
    ]), []);
  return made && h('div', { class: 'breakdowns under-facts' }, exact(made, rows));
}
