import { h } from '../view/dom.ts';
import { toClipboard } from '../view/copyButton.ts';
import { keysDialog, onTyped } from './keysDialog.ts';
import { addSaves, type Origin } from './saves.ts';
import { Search } from './search.ts';
import { viewLink } from './viewLink.ts';

/** What the page's document gives to the tools. */
export interface Worked {
  main: HTMLElement;
  origin: () => Origin;
  /** The document as Markdown; empty where it has none. */
  markdown: string;
  /** The current fragment of the page's address, without `#`. */
  fragment: () => string;
  /** Records the section or finding that the reader went to. */
  went?: (id: string) => void;
}

const SAID_FOR_MS = 1800;

/** The tools of the page's bar: search, links and copies, keys. Charts and tables get their buttons, too. */
export function workBar({ main, origin, markdown, fragment, went }: Worked): { element: HTMLElement; search: Search } {
  const search = new Search(went);
  const keys = keysDialog(main);
  const said = h('span', { class: 'work-said', role: 'status' });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const copy = async (text: string, what: string): Promise<void> => {
    menu.open = false;
    said.textContent = (await toClipboard(text)) ? `${what} copied` : 'The browser allows no copying here';
    clearTimeout(timer);
    timer = setTimeout(() => (said.textContent = ''), SAID_FOR_MS);
  };
  const action = (label: string, act: () => void): HTMLElement => h('button', { type: 'button', click: act }, label);
  const menu = h('details', { class: 'menu' }, h('summary', {}, 'Share'), h('div', { class: 'menu-items' },
    action('Copy link to this view', () => void copy(viewLink(main, fragment()), 'Link')),
    markdown !== '' && action('Copy as Markdown', () => void copy(markdown, 'Markdown')),
    action('Print', () => {
      menu.open = false;
      print();
    })));
  menu.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    menu.open = false;
    menu.querySelector('summary')!.focus();
  });
  document.addEventListener('click', (event) => {
    if (menu.open && !menu.contains(event.target as Node)) menu.open = false;
  });
  const help = h('button', { type: 'button', class: 'quiet', 'aria-label': 'Keys (?)', title: 'Keys', click: () => keys.showModal() }, '?');
  onTyped({ '?': () => keys.showModal(), '/': () => search.focus() });
  addSaves(main, origin);
  return { element: h('div', { class: 'work' }, search.element, menu, help, said, keys), search };
}

/** What a data element of the page has as a JSON text; empty for none. */
export function embeddedText(id: string): string {
  const json = document.getElementById(id)?.textContent?.trim() ?? '';
  if (json === '') return '';
  const text: unknown = JSON.parse(json);
  return typeof text === 'string' ? text : '';
}
