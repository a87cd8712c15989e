import { h } from './dom.ts';

const SHOWN_FOR_MS = 1600;

/** A block of code with a button that copies it. */
export function copyable(text: string): HTMLElement {
  const code = h('code', {}, text);
  const label = document.createTextNode('Copy');
  const button = h('button', { type: 'button', class: 'copy', 'aria-label': `Copy ${text.slice(0, 60)}`, click: () => void copy() }, label);
  return h('div', { class: 'copyable' }, h('pre', { tabindex: 0 }, code), button);

  async function copy(): Promise<void> {
    label.data = (await toClipboard(text)) ? 'Copied' : 'Press Ctrl+C';
    if (label.data !== 'Copied') getSelection()?.selectAllChildren(code);
    setTimeout(() => (label.data = 'Copy'), SHOWN_FOR_MS);
  }
}

/** Whether the browser took it: it refuses in a page without focus or permission. */
export async function toClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
