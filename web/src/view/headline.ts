import { append, h } from './dom.ts';
import { unbroken } from './shell.ts';

/**
 * The page's heading, and the first thing to do: of the whole report, or of the part of a recording that the timeline shows. `beside`
 * is what the whole report says further.
 */
export class Headline {
  readonly element = h('div', { class: 'headline' });

  private readonly place = h('div', { class: 'action-place' });

  constructor(private readonly whole: (HTMLElement | null)[], private readonly beside: HTMLElement | null) {
    this.show(null);
  }

  /** The first thing to do, below heading and cause; null for none. */
  advise(action: HTMLElement | null): void {
    this.place.replaceChildren(...(action === null ? [] : [action]));
  }

  /** Shows the headline of a part; null for that of the report. */
  show(part: string | null): void {
    this.element.replaceChildren();
    append(this.element, ...(part === null ? this.whole : [h('h1', {}, unbroken(part))]), this.place, part === null ? this.beside : null);
  }
}
