import type { ProcessReport } from '../data/contract.ts';
import { bytes } from './bytes.ts';
import { durationFromMillis, fixedMillis } from './durations.ts';

/** In which steps a recording's source writes pauses and sizes. */
export type Steps = Pick<ProcessReport['source'], 'pause_resolution_ms' | 'heap_resolution_bytes'>;

/** A pause, or the sum of some: one that its source cannot tell from 0 is less than the step in which it writes them. */
export function pauseText(millis: number | null | undefined, { pause_resolution_ms: step }: Steps, pauses = 1): string {
  return millis === 0 && pauses > 0 && step ? `<\u00a0${durationFromMillis(step * pauses)}` : durationFromMillis(millis);
}

/** The same in a column of milliseconds. */
export function pauseCell(micros: number, digits: number, stepMillis: number | null | undefined, pauses = 1): string {
  if (micros !== 0 || pauses === 0 || !stepMillis) return fixedMillis(micros, digits);
  return `<\u00a0${Number((stepMillis * pauses).toPrecision(3))}`;
}

/** A size of the heap: one that its source cannot tell from 0 is less than the step in which it writes them. */
export function heapText(size: number | null | undefined, { heap_resolution_bytes: step }: Steps): string {
  return size === 0 && step ? `<\u00a0${bytes(step)}` : bytes(size);
}
