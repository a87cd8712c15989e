import { sameLength } from './columns.ts';
import type { Column, WireTrace } from './wire.ts';

/** A trace to draw as a waterfall. Times in microseconds since its start; null is not known. */
export interface Trace {
  id: string;
  /** The recorded process for which it was chosen. */
  process: number;
  /** Since the zero of that process's recording. */
  start: number | null;
  duration: number;
  spansInAll: number;
  spans: TraceSpan[];
  pauses: TracePause[];
}

export interface Interval {
  start: number;
  duration: number;
}

export interface TraceSpan extends Interval {
  depth: number;
  process: number | null;
  name: string;
  service: string | null;
  holes: TraceHole[];
}

export interface TraceHole extends Interval {
  explained: number | null;
}

export interface TracePause extends Interval {
  process: number;
  generation: string | null;
}

export function decodeTraces(wire: WireTrace[]): Trace[] {
  return wire.map((trace) => {
    for (const part of ['spans', 'holes', 'pauses'] as const) sameLength(part, trace[part]);
    return {
      id: trace.id, process: trace.process, start: trace.start, duration: Math.max(1, trace.duration), spansInAll: trace.span_count,
      spans: spans(trace),
      pauses: trace.pauses.start.map((_, i) => ({
        ...interval(trace.pauses, i),
        process: trace.pauses.process[i] ?? -1,
        generation: named(trace.generations, trace.pauses.generation[i]),
      })),
    };
  });
}

function spans({ spans: of, holes, names, services }: WireTrace): TraceSpan[] {
  const out = of.start.map((_, i): TraceSpan => ({
    ...interval(of, i), depth: of.depth[i] ?? 0, process: of.process[i] ?? null,
    name: named(names, of.name[i]) ?? 'unnamed', service: named(services, of.service[i]), holes: [],
  }));
  holes.span.forEach((span, i) => out[span ?? -1]?.holes.push({ ...interval(holes, i), explained: holes.explained[i] ?? null }));
  return out;
}

function interval(columns: Record<'start' | 'duration', Column>, i: number): Interval {
  return { start: columns.start[i] ?? 0, duration: columns.duration[i] ?? 0 };
}

function named(names: string[], index: number | null | undefined): string | null {
  return names[index ?? -1] ?? null;
}
