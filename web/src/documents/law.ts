import { costCurve } from '../chart/costCurve.ts';
import type { Model } from '../data/modelContract.ts';
import { percent } from '../format/numbers.ts';
import { lasting, sized } from '../format/quantities.ts';
import { h, section, type Child } from '../view/dom.ts';
import { rowsTable } from '../view/rowsTable.ts';
import { heading, unbroken } from '../view/shell.ts';
import { exact } from '../work/exact.ts';

type Law = NonNullable<Model['law']>;

const WORTH_WORK_PERCENT = 10;
/** The numbers of the talk that the law is from. */
const TALK = { rate: 512 * 2 ** 20, survivors: 2 ** 30 };

/** The memory law with the user's numbers: the answer, its formulas, and other limits. */
export function lawView(law: Law): Child[] {
  const points = law.curve.flatMap(({ limit_bytes: limit, percent: share }) =>
    (share === null ? [] : [{ limit, percent: share, low: share, high: share }]));
  return [
    ...heading(`With ${sized(law.limit_bytes)}: one full GC of ${length(law.pause_ms)} every ${length(law.period_ms)}, `
      + `which is ${share(law.percent)} of run time.`),
    section('Memory law',
      ...steps(law).map((step) => h('p', {}, step)),
      costCurve(points, { limit: law.limit_bytes, label: sized(law.limit_bytes) }, 'memory limit', 'GC time'),
      exact(rowsTable('GC time by memory limit', ['limit', 'GC every', 'GC time'], law.curve.map((point) => [
        `${sized(point.limit_bytes)}${point.limit_bytes === law.limit_bytes ? ' ←' : ''}`,
        length(point.period_ms),
        point.percent === null ? 'too small' : share(point.percent),
      ])), law.curve),
      ...notes(law).map((note) => h('p', { class: 'dim' }, unbroken(note)))),
  ];
}

/** The formulas with the numbers filled in. */
function steps(law: Law): string[] {
  const [pause, period] = [length(law.pause_ms), length(law.period_ms)];
  return [
    `period = (${sized(law.limit_bytes)} − ${sized(law.survivor_bytes)}) ÷ ${sized(law.allocation_rate_bytes_per_s)}/s = ${period}`,
    `pause = ${sized(law.survivor_bytes)} × ${lasting(law.pause_s_per_gib * 1e3)} per GiB = ${pause}`,
    `time in GC = ${pause} ÷ (${period} + ${pause}) = ${share(law.percent)}`,
  ];
}

function notes(law: Law): string[] {
  const isTalk = law.allocation_rate_bytes_per_s === TALK.rate && law.survivor_bytes === TALK.survivors;
  return [
    `To stay below ${percent(WORTH_WORK_PERCENT)} GC time: at least ${sized(limitFor(law, WORTH_WORK_PERCENT))}. `
      + 'To fit a model to the real application: unpause model RECORDING.',
    ...(isTalk
      ? ['These numbers are from a talk. For 10 GiB it has 18 s and 3 %, as the law does. '
        + 'For 3 GiB it has 6 s and 8 %, where the law gives 4 s and 11 %.']
      : []),
  ];
}

/** The limit with which this share of the time is spent in GC: the law, solved for it. */
function limitFor({ survivor_bytes: survivors, allocation_rate_bytes_per_s: rate, pause_ms: pause }: Law, share: number): number {
  return survivors + (rate * ((pause ?? 0) / 1e3) * (100 - share)) / share;
}

function length(millis: number | null): string {
  return millis === null ? '–' : lasting(millis);
}

function share(value: number | null): string {
  const known = value ?? 0;
  return percent(Number(known.toFixed(known >= 1 ? 0 : 2)));
}
