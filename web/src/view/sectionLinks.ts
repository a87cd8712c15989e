import { h } from './dom.ts';

/** Links to the page's sections, in its bar. */
export class SectionLinks {
  readonly element = h('nav', { class: 'sections', 'aria-label': 'Sections' });

  /** Makes the links anew, because another process may have other sections. */
  show(main: HTMLElement): void {
    const links = [...main.querySelectorAll<HTMLElement>('section[id]')].map((section) => {
      const title = section.querySelector('h2')?.textContent ?? '';
      return h('a', { href: `#${section.id}` }, title);
    });
    this.element.replaceChildren(...links);
  }
}
