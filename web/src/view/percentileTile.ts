import type { ProcessReport } from '../data/contract.ts';
import { highestPercentile } from '../data/percentiles.ts';
import { durationFromMillis } from '../format/durations.ts';

type Kind = NonNullable<ProcessReport['collections']['by_kind']>[number];

/** Percentiles of a number of pauses, and how they are written. */
export interface Percentiles {
  count: number;
  p50_ms?: number | null;
  p90_ms?: number | null;
  p99_ms: number | null;
  format: (millis: number) => string;
}

/** From this share of all pauses on, percentiles of all pauses are those of one kind, so the others have their own. */
const DOMINATES = 0.9;
/** Kinds that are listed below the tile. */
const KINDS_SHOWN = 3;

/** Label, value and details of the tile. Up to ten pauses have no percentile but the median. */
export function percentileTile(
  { count, p50_ms: p50 = null, p90_ms: p90 = null, p99_ms: p99, format }: Percentiles, kinds: Kind[],
): { label: string; value: string; under: string[] } {
  const text = (millis: number | null): string => (millis === null ? 'unknown' : format(millis));
  const highest = highestPercentile(count);
  // Documents of older versions may lack a percentile.
  const [label, value] = highest === 900 && p90 !== null ? ['90th percentile', p90]
    : highest === null && p50 !== null ? ['Median', p50] : ['99th percentile', p99];
  const median = label === 'Median' ? '' : `median ${text(p50)}`;
  return { label, value: text(value), under: [median, byKind(kinds)].filter(Boolean) };
}

/** `young p99 12 ms · full p90 312 ms` where one kind of collection dominates the percentiles of all; else nothing. */
function byKind(kinds: Kind[]): string {
  const paused = kinds.filter(({ pauses }) => (pauses ?? 0) > 0).sort((a, b) => (b.pauses ?? 0) - (a.pauses ?? 0));
  const all = paused.reduce((sum, { pauses }) => sum + (pauses ?? 0), 0);
  if (paused.length < 2 || (paused[0]!.pauses ?? 0) < DOMINATES * all) return '';
  return paused.slice(0, KINDS_SHOWN).map((kind) => `${nameOf(kind, paused)} ${percentileOf(kind)}`).join(' · ');
}

/** The generation, with the kind where a generation has several. */
function nameOf({ generation, kind }: Kind, all: Kind[]): string {
  const several = all.filter((other) => other.generation === generation).length > 1;
  return [generation ?? 'GC', several ? kind : ''].filter(Boolean).join(' ');
}

function percentileOf({ pauses, pause_p50_ms: p50, pause_p90_ms: p90, pause_p99_ms: p99, pause_max_ms: max }: Kind): string {
  const highest = highestPercentile(pauses ?? 0);
  if (highest === 990 && p99 !== null) return `p99 ${durationFromMillis(p99)}`;
  if (highest === 900 && p90 !== null) return `p90 ${durationFromMillis(p90)}`;
  return p50 === null ? `max ${durationFromMillis(max)}` : `median ${durationFromMillis(p50)}, max ${durationFromMillis(max)}`;
}
