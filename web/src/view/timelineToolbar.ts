import type { Grouping } from '../chart/groups.ts';
import type { PauseContent } from '../chart/pauseContent.ts';
import { longestMark } from '../data/marks.ts';
import { duration } from '../format/durations.ts';
import { counted, integer } from '../format/numbers.ts';
import { ClockScale } from '../format/timeScale.ts';
import { h, type Child } from './dom.ts';
import { goToTime } from './goToTime.ts';
import type { TimelineView } from './timelinePanel.ts';

/** The runtime's words that a legend shows of one kind; its title has all. */
const MOST_NAMES = 3;

/** The objects that the buttons act on. */
interface Charts {
  pauses: PauseContent;
  say: (text: string) => void;
  redraw: () => void;
}

/** The legend, whose entries hide and show marks, and the buttons of the axis. */
export function timelineToolbar(view: TimelineView, grouping: Grouping, charts: Charts): HTMLElement {
  const { viewport, scale, whole } = view;
  const log = toggle('Log scale', false, (pressed) => {
    charts.pauses.log = pressed;
    charts.redraw();
  });
  return h('div', { class: 'toolbar' },
    h('div', { class: 'legend', role: 'group', 'aria-label': 'pauses by kind' },
      h('span', { class: 'dim' }, 'Pauses by kind:'), ...legend(grouping, charts)),
    h('div', { class: 'buttons' },
      scale instanceof ClockScale && goToTime(viewport, whole, scale, charts.say),
      view.marks.count > 0 && h('button', { type: 'button', click: () => showLongest(view) }, 'Longest'),
      scale instanceof ClockScale && scale.wall && toggle('Time since start', !scale.byWall, (pressed) => view.setClock(!pressed)),
      log,
      h('button', { type: 'button', 'aria-label': 'Zoom out', click: () => viewport.zoom(2) }, '−'),
      h('button', { type: 'button', 'aria-label': 'Zoom in', click: () => viewport.zoom(0.5) }, '+'),
      h('button', { type: 'button', click: () => viewport.reset() }, 'Show all')));
}

/** Goes to the longest mark and selects it. */
function showLongest({ marks, viewport, scale, selection }: TimelineView): void {
  const mark = longestMark(marks);
  const [start, long] = [marks.start[mark]!, marks.duration[mark]!];
  const margin = Math.max(scale.margin, long * 4);
  viewport.show(start - margin, start + long + margin);
  selection.choose(marks.collection[mark]!, mark);
}

function toggle(label: string, pressedFirst: boolean, changed: (pressed: boolean) => void): HTMLElement {
  const button = h('button', { type: 'button', 'aria-pressed': String(pressedFirst), click: () => {
    const pressed = button.getAttribute('aria-pressed') !== 'true';
    button.setAttribute('aria-pressed', String(pressed));
    changed(pressed);
  } }, label);
  return button;
}

function legend(grouping: Grouping, { pauses, redraw }: Charts): Child[] {
  return grouping.groups.map((group, i) => {
    const swatch = h('span', { class: `swatch kind ${group.kind}`, 'aria-hidden': 'true' });
    swatch.style.background = `var(${group.colour})`;
    const title = `${counted(group.count, 'pause')}, longest ${duration(group.longestMicros)}`
      + (group.names.length > 0 ? ` · ${group.names.join(', ')}` : '');
    const names = group.names.slice(0, MOST_NAMES);
    const what = names.length === 0 || group.label.startsWith(names.join())
      ? group.label : `${group.label}: ${names.join(', ')}${group.names.length > MOST_NAMES ? ' …' : ''}`;
    const button = h('button', { type: 'button', class: 'key', 'aria-pressed': 'true', title, click: () => {
      pauses.shown[i] = !pauses.shown[i];
      button.setAttribute('aria-pressed', String(pauses.shown[i]));
      redraw();
    } }, swatch, h('span', { class: 'name' }, what), h('span', { class: 'dim' }, integer(group.count)));
    return button;
  });
}
