import { append, h } from './dom.ts';
import { unbroken } from './shell.ts';

/** The page's heading: of the whole report, or of the part of a recording that the timeline shows. */
export class Headline {
  readonly element = h('div', { class: 'headline' });

  constructor(private readonly whole: (HTMLElement | null)[]) {
    this.show(null);
  }

  /** Shows the headline of a part; null for that of the report. */
  show(part: string | null): void {
    this.element.replaceChildren();
    append(this.element, ...(part === null ? this.whole : [h('h1', {}, unbroken(part))]));
  }
}
