import { plain, sameLength } from './columns.ts';
import type { WireExplained } from './wire.ts';

/** Why one stop was long: lines, and what to type. */
export interface Explained {
  what: string;
  why: string;
  action: string;
  setting: string;
  /** What triggered it; empty where that is not recorded, and in reports of older versions. */
  who: string;
  /** Which requests it delayed; empty likewise. */
  cost: string;
}

/** Explanations of the longest stops, found by their start and duration in microseconds. */
export class ExplainedStops {
  private readonly found = new Map<string, Explained>();

  constructor(wire: WireExplained | null | undefined) {
    if (!wire) return;
    const { what, why, action, setting, who, cost } = wire;
    sameLength('explained', { start: wire.start, duration: wire.duration });
    const [start, duration] = [plain(wire.start), plain(wire.duration)];
    for (let i = 0; i < start.length; i++) {
      const lines = {
        what: what[i] ?? '', why: why[i] ?? '', action: action[i] ?? '', setting: setting[i] ?? '',
        who: who?.[i] ?? '', cost: cost?.[i] ?? '',
      };
      this.found.set(keyOf(start[i]!, duration[i]!), lines);
    }
  }

  /** The explanation of the stop with a start and a duration; null when it is none of the longest. */
  of(start: number, duration: number): Explained | null {
    return this.found.get(keyOf(start, duration)) ?? null;
  }
}

function keyOf(start: number, duration: number): string {
  return `${start} ${duration}`;
}
