import { h } from '../view/dom.ts';

/** The keys of the page, as the reader types them. */
const PAGE: [keys: string[], does: string][] = [
  [['?'], 'Show this list'],
  [['/'], 'Search the page'],
  [['↑', '↓', 'Enter', 'Esc'], 'In the search: choose a result, go to it, close the list'],
  [['Tab'], 'Go to the next button, table or chart'],
];
const TIMELINE: typeof PAGE = [
  [['←', '→'], 'Move'],
  [['+', '−'], 'Zoom in, zoom out'],
  [['0', 'Esc'], 'Show the whole recording'],
  [['Ctrl + wheel'], 'Zoom'],
  [['Shift + wheel'], 'Move'],
];
const FLAMES: typeof PAGE = [
  [['←', '→', '↑', '↓'], 'Go to another frame'],
  [['Enter'], 'Zoom to the frame'],
  [['Esc'], 'Show all frames'],
];

/** The dialog with the keys that the page's charts have; closed until {@link HTMLDialogElement.showModal}. */
export function keysDialog(main: HTMLElement): HTMLDialogElement {
  const body = h('div', { class: 'keys-body' });
  const close = h('button', { type: 'button', click: () => dialog.close() }, 'Close');
  const dialog = h('dialog', { class: 'keys', 'aria-labelledby': 'keys-title' }, h('h2', { id: 'keys-title' }, 'Keys'), body, close);
  const shown = dialog.showModal.bind(dialog);
  dialog.showModal = () => {
    body.replaceChildren(...list('On the page', PAGE),
      ...(main.querySelector('.charts') ? list('In the timeline, after a click or Tab', TIMELINE) : []),
      ...(main.querySelector('.flame') ? list('In a flame graph, after a click or Tab', FLAMES) : []));
    shown();
  };
  return dialog;
}

function list(title: string, keys: typeof PAGE): HTMLElement[] {
  return [h('h3', {}, title), h('dl', {}, ...keys.flatMap(([names, does]) => [
    h('dt', {}, ...names.flatMap((name, i) => [i > 0 && ' ', h('kbd', {}, name)])), h('dd', {}, does),
  ]))];
}

/** Runs for a key that is typed outside of fields, without modifiers. */
export function onTyped(keys: Record<string, () => void>): void {
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const at = event.target;
    if (at instanceof HTMLElement && (at.isContentEditable || at.matches('input, select, textarea'))) return;
    const act = keys[event.key];
    if (!act || document.querySelector('dialog[open]')) return;
    event.preventDefault();
    act();
  });
}
