import { shareChart, type ShareLine } from '../chart/shareChart.ts';
import type { Viewport } from '../chart/viewport.ts';
import type { ProcessReport } from '../data/contract.ts';
import { percent } from '../format/numbers.ts';
import { lasting } from '../format/quantities.ts';
import { h, section } from './dom.ts';

type Windows = NonNullable<ProcessReport['utilisation']>['windows'];
type Window = Windows[number];

/** Of these lengths, the worst windows have buttons: the keyboard's way to them. */
const NAMED_MS = [1, 10, 100, 1e3, 10e3, 60e3];

/**
 * How little of the time was left for the application in the worst windows, by their length. A click on the chart, or a button, shows the
 * worst window of that length in the timeline. Null where nothing stopped the application or times are unknown.
 */
export function worstWindows({ utilisation }: ProcessReport, viewport: Viewport | null): HTMLElement | null {
  const windows = utilisation?.windows ?? [];
  if (windows.length < 2 || windows.every(({ stops }) => stops.start_ms === null)) return null;
  const show = viewport && ((window: Window): void => {
    const start = window.stops.start_ms;
    if (start === null) return;
    viewport.show(start * 1e3, (start + window.window_ms) * 1e3);
    document.getElementById('timeline')?.scrollIntoView({ block: 'start' });
  });
  const named = windows.filter(({ window_ms: length, stops }) => NAMED_MS.includes(length) && stops.start_ms !== null);
  return section('Worst windows',
    h('p', { class: 'note' }, 'The least share of the time that was left for the application in any window of a length. ',
      'Read it as: in the worst 100 ms, this share was left.'),
    shareChart('Time left in the worst window, by its length', windows.map(({ window_ms: length }) => length), lines(windows),
      show ? (at) => show(windows[at]!) : undefined),
    show && h('div', { class: 'worst-minutes' }, h('span', { class: 'dim' }, 'Show the worst: '),
      ...named.map((window) => h('button', { type: 'button', click: () => show(window) },
        lasting(window.window_ms), h('span', { class: 'dim' }, ` ${percent(window.stops.mmu_percent)}`)))));
}

function lines(windows: Windows): ShareLine[] {
  const withCpu = windows.flatMap(({ with_collector_cpu: share }) => (share === null ? [] : [share.bmu_percent]));
  return [
    { name: 'this length or longer (BMU)', look: 'bounded', shares: windows.map(({ stops }) => stops.bmu_percent) },
    { name: 'exactly this length (MMU)', look: 'exact', shares: windows.map(({ stops }) => stops.mmu_percent) },
    ...(withCpu.length === windows.length
      ? [{ name: 'BMU, GC’s CPU time taken off', look: 'with-cpu', shares: withCpu } satisfies ShareLine]
      : []),
  ];
}
