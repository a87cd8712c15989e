import type { ProcessReport } from '../data/contract.ts';
import type { ClockScale } from '../format/timeScale.ts';
import { h } from './dom.ts';

/** Whether a time since the start is within the recording; a damaged timestamp is not. */
export function isRecorded(startMs: number | null, { duration_ms: duration }: ProcessReport['source']): startMs is number {
  return startMs !== null && startMs >= 0 && (duration === null || startMs <= duration);
}

/** Moments in the page's text, on the same clock as the timeline's axis: wall clock or time since start. */
export class Moments {
  private readonly shown: (() => void)[] = [];

  constructor(readonly scale: ClockScale) {}

  /** A moment's text with the resolution `step`; its title has the other clock. Both in microseconds. */
  at(micros: number, step = 1e3): HTMLElement {
    const element = h('span', { class: 'moment' });
    const show = (): void => {
      element.textContent = this.scale.moment(micros, step);
      const other = this.scale.otherMoment(micros);
      if (other !== null) element.title = other;
    };
    show();
    this.shown.push(show);
    return element;
  }

  /** The clock has changed. */
  refresh(): void {
    for (const show of this.shown) show();
  }
}
