import { readFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { expect, it } from 'vitest';
import { TEMPLATE } from '../e2e/browser.ts';

const DATA_TAGS = ['<script id="unpause-report" type="application/json">', '<script id="unpause-timeline" type="application/octet-stream">'];

it('the committed page is what these sources build', async () => {
  const outDir = mkdtempSync(join(tmpdir(), 'unpause-build-'));
  const mode = process.env['NODE_ENV'];
  process.env['NODE_ENV'] = 'production';
  try {
    await build({ root: new URL('../..', import.meta.url).pathname, logLevel: 'error', build: { outDir } });
    expect(readFileSync(join(outDir, 'report.html'), 'utf8') === TEMPLATE, 'run "npm run build" in web/ and commit the page').toBe(true);
  } finally {
    process.env['NODE_ENV'] = mode;
    rmSync(outDir, { recursive: true, force: true });
  }
});

it('the page has one data element of each kind, a strict policy and nothing to load', () => {
  for (const tag of DATA_TAGS) expect(TEMPLATE.split(tag).length).toBe(2);
  const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(TEMPLATE)![1]!;
  expect(policy).toMatch(/^default-src 'none'; script-src 'sha256-[^']*'; style-src 'sha256-[^']*';/);
  expect(policy).not.toContain('unsafe');
  expect(TEMPLATE).not.toMatch(/(src|href)="(?!data:)/);
});
