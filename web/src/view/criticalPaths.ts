import type { Requests } from '../data/contract.ts';
import { durationFromMillis } from '../format/durations.ts';
import { counted, integer, percent } from '../format/numbers.ts';
import { h } from './dom.ts';
import { scrollBox } from './scrollBox.ts';
import { exact } from '../work/exact.ts';

type Path = NonNullable<Requests['critical_paths']>[number];

const UNNAMED = 'an unnamed service';

/** Which services the time of traces was spent in, and how much of that their collectors took: a table for each service traces begin in. */
export function criticalPaths(requests: Requests): HTMLElement[] {
  return (requests.critical_paths ?? []).map((path) => exact(h('div', { class: 'critical-path' },
    h('h3', {}, `Critical path of ${path.service ?? UNNAMED}`),
    h('p', {}, summary(path)),
    scrollBox(`Critical path of ${path.service ?? UNNAMED}`, h('table', { class: 'summary' },
      h('thead', {}, h('tr', {}, ...['Service', 'Of the time', 'In its pauses', 'Of slow traces', 'In its pauses', 'Slow because of them']
        .map((head) => h('th', { scope: 'col' }, head)))),
      h('tbody', {}, ...path.services.map((service) => row(path, service))))).element), path.services));
}

function summary(path: Path): string {
  const worst = path.services.find((service) => (service.paused_ms ?? 0) > 0);
  const of = `${counted(path.traces, 'trace')} within the recordings, ${integer(path.slow)} of them slow. `;
  if (!worst) return `${of}No pause of a recorded service is on their critical paths.`;
  const own = worst.service === path.service ? 'Its own GC' : `GC of ${worst.service ?? UNNAMED}`;
  const cured = worst.slow_because_of_pauses
    ? `; ${integer(worst.slow_because_of_pauses)} slow ones would not be slow without it`
    : '';
  return `${of}${own} takes at least ${share(worst.paused_ms, path.duration_ms)} of their time `
    + `(${durationFromMillis(worst.paused_ms)} of ${durationFromMillis(path.duration_ms)})${cured}. `
    + 'Of calls in parallel, only the one that was waited for counts.';
}

function row(path: Path, service: Path['services'][number]): HTMLElement {
  const cells = [
    share(service.on_path_ms, path.duration_ms), share(service.paused_ms, path.duration_ms),
    share(service.slow_on_path_ms, path.slow_duration_ms), share(service.slow_paused_ms, path.slow_duration_ms),
    service.slow_because_of_pauses === null ? '–' : integer(service.slow_because_of_pauses),
  ];
  const note = service.paused_ms === null && h('div', { class: 'note' }, 'not recorded');
  return h('tr', {}, h('th', { scope: 'row' }, service.service ?? UNNAMED, note), ...cells.map((cell) => h('td', {}, cell)));
}

function share(part: number | null, whole: number): string {
  return part === null || whole <= 0 ? '–' : percent(100 * part / whole);
}
