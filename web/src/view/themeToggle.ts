import { h } from './dom.ts';

type Theme = 'auto' | 'light' | 'dark';
const THEMES: Theme[] = ['auto', 'light', 'dark'];
const STORED_AS = 'unpause-theme';

/** A button that cycles through automatic, light and dark; `changed` runs after each change of colours. */
export function themeToggle(changed: () => void): HTMLElement {
  let theme = stored();
  const label = document.createTextNode('');
  const button = h('button', { type: 'button', class: 'quiet', click: () => set(next(theme)) }, label);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', changed);
  apply();
  return button;

  function set(to: Theme): void {
    theme = to;
    store(to);
    apply();
    changed();
  }

  function apply(): void {
    if (theme === 'auto') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = theme;
    label.data = `Theme: ${theme}`;
    button.setAttribute('title', `Switch to ${next(theme)}`);
  }
}

function next(theme: Theme): Theme {
  return THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length]!;
}

// A page opened from a file may have no storage. Then the choice is lost with the page.
function stored(): Theme {
  try {
    return THEMES.find((theme) => theme === localStorage.getItem(STORED_AS)) ?? 'auto';
  } catch {
    return 'auto';
  }
}

function store(theme: Theme): void {
  try {
    localStorage.setItem(STORED_AS, theme);
  } catch {
    // See stored().
  }
}
