import { intervalChart } from '../chart/intervalChart.ts';
import type { Canary } from '../data/canaryContract.ts';
import { counted, percent } from '../format/numbers.ts';
import { h, section, type Child } from '../view/dom.ts';
import { notesBox } from '../view/notes.ts';
import { heading, unbroken } from '../view/shell.ts';
import { sourceLine } from '../view/sourceLine.ts';
import { amount, change, leftOut, NOTHING, per, reportLinks, sourceParts, word } from './fleetWords.ts';

/** The verdict about a candidate: the answer, its interval beside the least change that matters, and what was compared. */
export function canaryView(shown: Canary): Child[] {
  return [
    sourceLine(sourceParts(shown.source), shown.source.place),
    ...heading(shown.text),
    notesBox([...shown.notes, ...leftOut(shown.source).map((text) => `Left out: ${text}`)].map(unbroken)),
    section('Comparison', chart(shown), h('dl', { class: 'facts' }, ...facts(shown).flatMap(([name, value]) => [
      h('dt', {}, name), h('dd', {}, value)])),
    h('p', { class: 'note' }, 'The interval holds at all looks together, so the verdict may be read again each minute. '
      + 'Dashed: the least change that matters.')),
  ];
}

/** For the browser's tab. */
export function canaryTitle({ verdict }: Canary): (string | null)[] {
  return ['canary', word(verdict)];
}

function chart({ change_percent: interval, verdict, least_change_percent: least }: Canary): HTMLElement | null {
  return interval === null ? null : intervalChart('Change of the stop time of the candidate', [{
    ...interval, name: 'candidate', text: `${change(interval)}, ${word(verdict)}`, look: verdict,
  }], least);
}

function facts(shown: Canary): [string, Child][] {
  return [
    ['verdict', word(shown.verdict)],
    ['stop time', `${change(shown.change_percent)} ${per(shown.per)}`],
    ['least change that matters', percent(shown.least_change_percent)],
    ...(shown.minutes_left === null ? [] : [['until it would be seen', `${amount(Math.ceil(shown.minutes_left))} min`] as [string, Child]]),
    ['baseline', counted(shown.baseline_processes, 'process', 'processes')],
    ['candidate', counted(shown.candidate_processes, 'process', 'processes')],
    ['compared', counted(shown.intervals, 'interval')],
    ['reports', reportLinks(shown.baseline_report, shown.candidate_report, ['baseline', 'candidate']) ?? NOTHING],
  ];
}
