import { h } from './dom.ts';

/** A table that scrolls sideways where it is wider than the page, with a shadow on the side that has more. */
export function scrollBox(label: string, table: HTMLElement, kind = ''): { element: HTMLElement; scroller: HTMLElement } {
  const scroller = h('div', { class: `scroll ${kind}`.trim(), tabindex: 0, role: 'region', 'aria-label': label }, table);
  const element = h('div', { class: 'scroll-frame' }, scroller);
  const markSides = (): void => {
    const rest = scroller.scrollWidth - scroller.clientWidth - scroller.scrollLeft;
    element.classList.toggle('more-right', rest > 2);
    element.classList.toggle('more-left', scroller.scrollLeft > 2);
  };
  scroller.addEventListener('scroll', markSides, { passive: true });
  const sizes = new ResizeObserver(markSides);
  sizes.observe(scroller);
  sizes.observe(table);
  return { element, scroller };
}
