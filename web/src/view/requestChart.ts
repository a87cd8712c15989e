import { FATE_COLOURS, LEAST_BAND_SHARE, RequestContent } from '../chart/requestContent.ts';
import type { Viewport } from '../chart/viewport.ts';
import { BECAUSE_OF_GC, FATES, NOT_SLOW, type RequestPoints } from '../data/requests.ts';
import type { Marks } from '../data/marks.ts';
import type { Timeline } from '../data/timeline.ts';
import { duration } from '../format/durations.ts';
import { integer } from '../format/numbers.ts';
import type { TimeScale } from '../format/timeScale.ts';
import { h } from './dom.ts';
import { besidePointer } from './pauseTip.ts';

export interface RequestChart {
  content: RequestContent;
  host: HTMLElement;
  /** Heading, legend and chart, to be shown above the pauses. */
  elements: HTMLElement[];
}

/** The meaning of each colour, in full. */
const MEANING = [
  'within the threshold',
  'slow, but not without pauses and the queue behind them',
  'slow with a pause inside, but also slow without it, or not judged',
  'slow without a pause inside: not explained by GC',
];

/** The requests of a process with its pauses; null when none were attributed. `changed` runs when a kind is hidden or shown. */
export function requestChart(
  { requests }: Timeline, marks: Marks, scale: TimeScale, slowMicros: number, viewport: Viewport, changed: () => void,
): RequestChart | null {
  if (!requests || requests.count === 0) return null;
  const host = h('div', { class: 'chart requests' });
  const tip = besidePointer(host);
  const content = new RequestContent(requests, marks, slowMicros, viewport, (request, left) =>
    tip(request === null ? null : lines(requests, scale, request), left));
  const heading = h('h3', {}, 'Requests',
    h('span', { class: 'heap-key' }, h('span', { class: 'swatch band', 'aria-hidden': 'true' }),
      `pause of at least ${duration(slowMicros * LEAST_BAND_SHARE)}`,
      h('span', { class: 'dashes', 'aria-hidden': 'true' }), `slow: over ${duration(slowMicros)}`));
  return { content, host, elements: [heading, legend(requests, content, changed), host] };
}

function legend(requests: RequestPoints, content: RequestContent, changed: () => void): HTMLElement {
  const counts = FATES.map(() => 0);
  for (const fate of requests.fate) if (fate >= 0) counts[fate]!++;
  const keys = [1, 2, 3, NOT_SLOW].filter((fate) => counts[fate]! > 0).map((fate) => {
    const swatch = h('span', { class: `swatch kind ${fate === BECAUSE_OF_GC ? 'old' : 'young'}`, 'aria-hidden': 'true' });
    swatch.style.background = `var(${FATE_COLOURS[fate]})`;
    const button = h('button', { type: 'button', class: 'key', 'aria-pressed': 'true', title: MEANING[fate], click: () => {
      content.shown[fate] = !content.shown[fate];
      button.setAttribute('aria-pressed', String(content.shown[fate]));
      changed();
    } }, swatch, h('span', { class: 'name' }, fate === NOT_SLOW ? FATES[fate]! : `slow, ${FATES[fate]}`),
    h('span', { class: 'dim' }, integer(counts[fate])));
    return button;
  });
  return h('div', { class: 'request-legend' },
    h('div', { class: 'legend', role: 'group', 'aria-label': 'Requests by attribution' }, ...keys),
    h('p', { class: 'dim' }, sample(requests, counts)));
}

/** Describes which requests are drawn. */
function sample(requests: RequestPoints, counts: number[]): string {
  const slow = counts[1]! + counts[2]! + counts[3]!;
  const which = slow < requests.slow
    ? `The longest ${integer(slow)} of ${integer(requests.slow)} slow requests are drawn`
    : `All ${integer(requests.slow)} slow requests are drawn`;
  if (counts[NOT_SLOW]! === requests.notSlow) return slow < requests.slow ? `${which}, and all other requests.` : 'Every request is drawn.';
  return `${which}, and a sample of ${integer(counts[NOT_SLOW])} of the other ${integer(requests.notSlow)}.`;
}

function lines(requests: RequestPoints, scale: TimeScale, i: number): string[] {
  const name = requests.names[requests.name[i]!] ?? 'unnamed request';
  const out = [duration(requests.duration[i]!), name, `at ${scale.moment(requests.start[i]!)}`];
  const other = scale.otherMoment(requests.start[i]!);
  if (other !== null) out.push(`${other}, on the recording's clock`);
  const fate = requests.fate[i]!;
  out.push(fate === NOT_SLOW ? 'not slow' : `slow, ${FATES[fate] ?? 'unknown'}`);
  return out;
}
