import type { CounterSummary } from '../data/contract.ts';
import { counterValue } from '../format/counterValue.ts';
import { integer } from '../format/numbers.ts';
import { table } from './breakdowns.ts';
import { h } from './dom.ts';

/** What the runtime counted, every second or oftener, over the whole recording. What was always 0 is left out. */
export function countersTable(counters: CounterSummary[]): HTMLElement | null {
  const rows = counters.filter(({ max }) => max !== 0);
  const made = table('Counted over time', ['Counter', 'Mean', 'Max', 'Last', 'Values'],
    rows.map(({ name, unit, mean, max, last, samples }) => [
      name ?? 'unknown', counterValue(mean, unit), counterValue(max, unit), counterValue(last, unit), integer(samples),
    ]), []);
  return made && h('div', { class: 'breakdowns under-facts' }, made);
}
