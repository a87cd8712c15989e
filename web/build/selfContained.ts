import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const POLICY_MARK = '__CONTENT_SECURITY_POLICY__';

/**
 * Puts the built script and style sheet into the page itself and fills the content-security-policy with their hashes.
 * The data elements need no hash: a browser never runs a script element whose type is not a script's. The script stands
 * before them, so that a file cut off inside its data still says so; as a module it runs when all of the page is there.
 */
export function selfContained(): Plugin {
  return {
    name: 'unpause-self-contained',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const take = (ending: string): string => {
        const names = Object.keys(bundle).filter((name) => name.endsWith(ending));
        if (names.length !== 1) throw new Error(`expected one ${ending} file, got ${names.length}`);
        const file = bundle[names[0]!]!;
        if (!ending.endsWith('html')) delete bundle[names[0]!];
        return (file.type === 'chunk' ? file.code : String(file.source)).trim();
      };
      const modules = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
      const script = take('.js').replaceAll('</script', '<\\/script');
      const style = take('.css');
      const html = Object.values(bundle).find((file) => file.fileName.endsWith('.html'));
      if (html?.type !== 'asset') throw new Error('the build made no page');
      html.source = inline(take('.html'), script, style, modules.some((id) => id.includes('/uplot/')) ? notices() : null);
    },
  };
}

function inline(page: string, script: string, style: string, notice: string | null): string {
  const bare = page
    .replace(/\s*<script [^>]*src="[^"]*"[^>]*><\/script>/, '')
    .replace(/\s*<link rel="stylesheet"[^>]*>/, '');
  // Functions as replacements: the script may hold `$&`.
  return bare
    .replace(POLICY_MARK, () => policy(script, style, script.includes('EventSource')))
    .replace('<head>', () => (notice === null ? '<head>' : `<!--\n${notice}\n-->\n  <head>`))
    .replace('</head>', () => `<style>${style}</style>\n    <script type="module">${script}</script>\n  </head>`)
    .trimEnd() + '\n';
}

/** The licences of what the page carries ask to go with every copy. */
function notices(): string {
  const licence = readFileSync(new URL('../node_modules/uplot/LICENSE', import.meta.url), 'utf8').trim();
  if (licence.includes('--')) throw new Error('the licence would end its comment');
  return `The charts of this page are drawn with uPlot:\n\n${licence}`;
}

/** Only the live page has a server to talk to: its own. */
function policy(script: string, style: string, live: boolean): string {
  return [
    `default-src 'none'`,
    `script-src '${hash(script)}'`,
    `style-src '${hash(style)}'`,
    `img-src data:`,
    ...(live ? [`connect-src 'self'`] : []),
    `base-uri 'none'`,
    `form-action 'none'`,
    `require-trusted-types-for 'script'`,
    `trusted-types 'none'`,
  ].join('; ');
}

function hash(text: string): string {
  return `sha256-${createHash('sha256').update(text, 'utf8').digest('base64')}`;
}
