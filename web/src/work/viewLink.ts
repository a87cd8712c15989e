/** A section is read once its heading is above this share of the window's height: the last one may be too short to reach the top. */
const READING_LINE = 0.3;

/** The address of what the reader sees now: the state in the fragment, and the section or finding in view. */
export function viewLink(main: HTMLElement, fragment: string): string {
  const [first = '', ...rest] = fragment.split('&');
  const state = first.includes('=') ? fragment : rest.join('&');
  const shown = scrollY > 0 ? sectionInView(main) : '';
  const all = [shown, state].filter((part) => part !== '').join('&');
  return location.href.split('#')[0]! + (all === '' ? '' : `#${all}`);
}

function sectionInView(main: HTMLElement): string {
  let shown = '';
  for (const section of main.querySelectorAll('section[id], article.finding[id]')) {
    if (section.getBoundingClientRect().top <= innerHeight * READING_LINE) shown = section.id;
  }
  return shown;
}
