import { durationTicks } from '../chart/axes.ts';
import type { Report } from '../data/contract.ts';
import type { Interval, Trace, TraceHole, TracePause, TraceSpan } from '../data/traces.ts';
import { duration } from '../format/durations.ts';
import { counted, integer } from '../format/numbers.ts';
import type { Address } from './address.ts';
import { append, h } from './dom.ts';
import { processName } from './names.ts';

/** Pauses below this share of a trace are not drawn. */
const THINNEST_SHARE = 0.0005;
const DEEPEST_INDENT = 12;
/** The minimum width of a mark in the style sheet. */
const NARROWEST_MARK = 4;
/** The assumed width of the axis, for the spacing of ticks. */
const AXIS_WIDTH = 300;

/** The waterfalls, and a function to show that of a trace. */
export interface Waterfalls {
  element: HTMLElement;
  has: (id: string | null | undefined) => boolean;
  open: (id: string) => void;
}

/** The worst traces, one at a time: spans as bars, with pauses and holes marked. */
export function waterfalls(traces: Trace[], report: Report, address: Address): Waterfalls | null {
  if (traces.length === 0) return null;
  const host = h('div', { class: 'waterfall' });
  const buttons = traces.map((trace, i) => h('button', { type: 'button', class: 'trace-key', title: trace.id, click: () => choose(i) },
    h('span', { class: 'name' }, trace.spans[0]?.name ?? 'trace'), h('span', { class: 'dim' }, duration(trace.duration))));
  show(Math.max(0, traces.findIndex((trace) => trace.id === address.shown.trace)));
  address.onNavigate((all) => {
    const linked = traces.findIndex((trace) => trace.id === address.shown.trace);
    if (all && linked >= 0) show(linked);
  });
  const element = h('div', { class: 'request-table' },
    h('h3', {}, 'Traces with GC pauses'),
    traces.length > 1 && h('div', { class: 'legend trace-choice', role: 'group', 'aria-label': 'Traces' }, ...buttons),
    host);
  return {
    element,
    has: (id) => traces.some((trace) => trace.id === id),
    open: (id) => {
      choose(traces.findIndex((trace) => trace.id === id));
      element.scrollIntoView({ block: 'start' });
      host.querySelector<HTMLElement>('.wf-rows')?.focus({ preventScroll: true });
    },
  };

  function choose(index: number): void {
    show(index);
    address.set({ trace: traces[index]!.id });
  }

  function show(index: number): void {
    buttons.forEach((button, i) => button.setAttribute('aria-pressed', String(i === index)));
    host.replaceChildren();
    append(host, ...waterfall(traces[index]!, report));
  }
}

function waterfall(trace: Trace, report: Report): HTMLElement[] {
  const several = new Set(trace.spans.map((span) => span.service)).size > 1;
  const rows = trace.spans.map((span) => row(trace, span, several));
  const body = h('div', { class: 'wf-rows', tabindex: 0, role: 'region', 'aria-label': 'Spans of the trace' }, ...rows);
  const head = h('div', { class: 'wf-row wf-axis', 'aria-hidden': 'true' },
    h('div', { class: 'wf-name' }), axis(trace), h('div', { class: 'wf-long' }));
  return [caption(trace, report), key(), head, body];
}

function caption(trace: Trace, report: Report): HTMLElement {
  const process = report.processes[trace.process];
  const stopped = trace.pauses.filter((pause) => pause.process === trace.process).length;
  const drawn = trace.spans.length < trace.spansInAll ? `, the longest ${integer(trace.spans.length)} drawn` : '';
  return h('p', { class: 'dim' },
    'Trace ', h('code', {}, trace.id),
    `: ${counted(trace.spansInAll, 'span')}${drawn} in ${duration(trace.duration)}; ${counted(stopped, 'pause')} of `,
    `${process ? processName(process, trace.process) : 'an unknown process'} in it.`);
}

function key(): HTMLElement {
  const entry = (kind: string, text: string): HTMLElement =>
    h('span', {}, h('span', { class: `wf-swatch ${kind}`, 'aria-hidden': 'true' }), text);
  return h('p', { class: 'wf-key dim' },
    entry('wf-bar', 'span'), entry('wf-hole', 'hole: time in no child span'), entry('wf-pause', 'pause of the span’s process'));
}

function axis(trace: Trace): HTMLElement {
  const ticks = durationTicks(trace.duration, AXIS_WIDTH);
  const marks = ticks.at.map((at, i) => {
    const mark = h('span', { class: 'wf-tick' }, ticks.label[i]!);
    mark.style.left = share(at, trace);
    return mark;
  });
  return h('div', { class: 'wf-track' }, ...marks);
}

function row(trace: Trace, span: TraceSpan, several: boolean): HTMLElement {
  const long = trace.pauses.filter((pause) => pause.duration > trace.duration * THINNEST_SHARE);
  const own = long.filter((pause) => pause.process === span.process && overlaps(pause, span));
  const name = h('div', { class: 'wf-name', title: [span.service, span.name].filter(Boolean).join(': ') },
    several && span.service !== null ? h('span', { class: 'note' }, `${span.service} `) : null, span.name);
  name.style.paddingLeft = `${Math.min(span.depth, DEEPEST_INDENT) * 12}px`;
  const shades = long.filter((pause) => pause.process === trace.process);
  return h('div', { class: 'wf-row' }, name,
    h('div', { class: 'wf-track' },
      ...shades.map((pause) => mark('wf-shade', pause, trace)),
      mark('wf-bar', span, trace, spanTitle(span, own)),
      ...span.holes.map((hole) => mark('wf-hole', hole, trace, holeTitle(hole))),
      ...own.map((pause) => mark('wf-pause', inside(pause, span), trace, pauseTitle(pause)))),
    h('div', { class: 'wf-long' }, duration(span.duration), explained(span)));
}

/** The span's best explained hole as text, because a colour alone is not accessible. */
function explained(span: TraceSpan): HTMLElement | null {
  const best = span.holes.reduce<TraceHole | null>((most, hole) => ((hole.explained ?? 0) > (most?.explained ?? 0) ? hole : most), null);
  return best ? h('div', { class: 'note' }, `hole ${duration(best.duration)}, GC ${duration(best.explained)}`) : null;
}

function spanTitle(span: TraceSpan, pauses: TracePause[]): string {
  return `${span.name}: ${duration(span.duration)}, ${counted(pauses.length, 'pause')} inside`;
}

function pauseTitle({ generation, duration: long }: TracePause): string {
  return `pause${generation ? ` (${generation})` : ''}: ${duration(long)}`;
}

function holeTitle(hole: TraceHole): string {
  return `hole: ${duration(hole.duration)}, ${hole.explained === null ? 'pauses unknown' : `${duration(hole.explained)} of it in pauses`}`;
}

function mark(kind: string, at: Interval, trace: Trace, title: string | null = null): HTMLElement {
  const element = h('div', { class: kind, title });
  // A short mark at the very end keeps its minimum width inside the track.
  element.style.left = `min(${share(at.start, trace)}, 100% - ${NARROWEST_MARK}px)`;
  element.style.width = share(at.duration, trace);
  return element;
}

function share(micros: number, trace: Trace): string {
  return `${((100 * micros) / trace.duration).toFixed(4)}%`;
}

function overlaps(a: Interval, b: Interval): boolean {
  return a.start < b.start + b.duration && b.start < a.start + a.duration;
}

function inside(pause: Interval, span: Interval): Interval {
  const start = Math.max(pause.start, span.start);
  return { start, duration: Math.min(pause.start + pause.duration, span.start + span.duration) - start };
}
