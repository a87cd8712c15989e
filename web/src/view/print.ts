/** Prints the page in light colours with every part open, and restores it afterwards. */
export function preparePrint(page: HTMLElement, redraw: () => void): void {
  let after: () => void = () => undefined;
  addEventListener('beforeprint', () => {
    const root = document.documentElement;
    const theme = root.dataset['theme'];
    const opened = [...page.querySelectorAll<HTMLDetailsElement>('details:not([open])')];
    for (const part of opened) part.open = true;
    root.dataset['theme'] = 'light';
    redraw();
    after = () => {
      for (const part of opened) part.open = false;
      if (theme === undefined) delete root.dataset['theme'];
      else root.dataset['theme'] = theme;
      redraw();
    };
  });
  addEventListener('afterprint', () => {
    after();
    after = () => undefined;
  });
}
