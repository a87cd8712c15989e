import type { StopVictim } from '../data/contract.ts';
import { durationFromMillis } from '../format/durations.ts';
import { h } from './dom.ts';
import { clock, traceCell } from './requestTables.ts';
import { scrollBox } from './scrollBox.ts';

const HEADS = ['Most delayed requests', 'Trace', 'Started', 'Took', 'Delayed'];

/** The requests that one pause delayed most; null where the sentence about them has said all. */
export function delayedRequests(most: StopVictim[]): HTMLElement | null {
  if (most.length < 2) return null;
  return scrollBox('Most delayed requests', h('table', { class: 'summary delayed' },
    h('thead', {}, h('tr', {}, ...HEADS.map((head) => h('th', { scope: 'col' }, head)))),
    h('tbody', {}, ...most.map(({ name, trace_id: trace, started_at: started, duration_ms: took, delay_ms: delay }) => h('tr', {},
      h('th', { scope: 'row' }, name ?? 'unnamed'),
      h('td', {}, trace === null ? '–' : traceCell(trace)),
      h('td', {}, clock(started)),
      h('td', {}, durationFromMillis(took)), h('td', {}, durationFromMillis(delay))))))).element;
}
