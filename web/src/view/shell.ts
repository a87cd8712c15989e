import { h } from './dom.ts';
import { themeToggle } from './themeToggle.ts';

/** A longer heading is set smaller, so that the timeline stays on the first screen. */
const LONG_HEADING = 110;

/** The bar at the top of every page. */
export function bar(...parts: HTMLElement[]): HTMLElement {
  const mark = h('span', { class: 'mark' }, h('span', { class: 'logo', 'aria-hidden': 'true' }), 'unpause');
  return h('header', { class: 'bar' }, h('div', { class: 'bar-inner' }, mark, ...parts));
}

/** The foot of every page. */
export function footer(version: string | null | undefined): HTMLElement {
  return h('footer', {}, `Made by unpause ${version ?? ''}`.trim(),
    '. This file is self-contained and loads nothing from the network.');
}

/** The first sentence of the verdict is the heading, the others are below it. */
export function heading(verdict: string): (HTMLElement | null)[] {
  const sentences = unbroken(verdict).split(/(?<=\.) (?=[A-Z])/);
  return [
    h('h1', { class: (sentences[0]?.length ?? 0) > LONG_HEADING ? 'long' : '' }, ...sentences.slice(0, 1)),
    sentences.length > 1 ? h('p', { class: 'verdict-more' }, sentences.slice(1).join(' ')) : null,
  ];
}

/** Keeps a number on the line of its unit. */
export function unbroken(text: string): string {
  return text.replaceAll(/(\d) (?=(?:ns|µs|ms|s|min|h|%|B|[KMGT]iB)(?![a-z]))/g, '$1\u00a0');
}

/** A page with one message, for a template without data or with unreadable data. The plain HTML stays below it. */
export function showMessage(page: HTMLElement, title: string, text: string): void {
  const written = [...page.childNodes];
  page.replaceChildren(bar(themeToggle(() => undefined)), h('main', {}, h('h1', {}, title), h('p', {}, text)));
  if (written.length > 0) page.append(h('div', { class: 'written' }, ...written));
}
