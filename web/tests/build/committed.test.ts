import { readFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { expect, it } from 'vitest';
import { DOCUMENT_TEMPLATE, FLEET_TEMPLATE, TEMPLATE } from '../e2e/browser.ts';

const DATA_TAGS = [
  '<script id="unpause-report" type="application/json">',
  '<script id="unpause-timeline" type="application/octet-stream">',
  '<script id="unpause-markdown" type="text/markdown">',
];
const DOCUMENT_TAGS = ['<script id="unpause-document" type="application/json">', '<script id="unpause-markdown" type="text/markdown">'];

const PAGES = [['report', TEMPLATE], ['document', DOCUMENT_TEMPLATE], ['fleet', FLEET_TEMPLATE]] as const;
it.each(PAGES)('the committed %s.html is what these sources build', async (mode, committed) => {
  const outDir = mkdtempSync(join(tmpdir(), 'unpause-build-'));
  const before = process.env['NODE_ENV'];
  process.env['NODE_ENV'] = 'production';
  try {
    await build({ root: new URL('../..', import.meta.url).pathname, mode, logLevel: 'error', build: { outDir } });
    expect(readFileSync(join(outDir, `${mode}.html`), 'utf8') === committed, 'run "npm run build" in web/ and commit the page').toBe(true);
  } finally {
    process.env['NODE_ENV'] = before;
    rmSync(outDir, { recursive: true, force: true });
  }
});

it.each([
  ['report', TEMPLATE, DATA_TAGS], ['document', DOCUMENT_TEMPLATE, DOCUMENT_TAGS], ['fleet', FLEET_TEMPLATE, DOCUMENT_TAGS],
] as const)('%s.html has one data element of each kind, a strict policy and nothing to load', (_, page, tags) => {
  for (const tag of tags) expect(page.split(tag).length).toBe(2);
  const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page)![1]!;
  expect(policy).toMatch(/^default-src 'none'; script-src 'sha256-[^']*'; style-src 'sha256-[^']*';/);
  expect(policy).not.toContain('unsafe');
  expect(page).not.toMatch(/(src|href)="(?!data:)/);
});
