import type { ClockScale } from '../format/timeScale.ts';
import { h } from './dom.ts';

/** Moments in the page's text, told by the same clock as the timeline's axis: by the wall clock, or since the start. */
export class Moments {
  private readonly shown: (() => void)[] = [];

  constructor(readonly scale: ClockScale) {}

  /** A moment's text, as fine as `step`; the same in the other words stands in its title. Both in microseconds. */
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
