import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launch } from '../../fixtures/chromium.mjs';

const VIEWER = join(dirname(createRequire(import.meta.url).resolve('speedscope/package.json')), 'dist', 'release');
const TYPES: Record<string, string> = { html: 'text/html', js: 'text/javascript', css: 'text/css' };
const TRACE = fileURLToPath(new URL('../../fixtures/trace-events.json', import.meta.url));
const ALLOCATIONS = fileURLToPath(new URL('../../fixtures/allocations.speedscope.json', import.meta.url));
const FOLDED = fileURLToPath(new URL('../../fixtures/allocations.folded', import.meta.url));

let browser: Browser;
let server: Server;
beforeAll(async () => {
  browser = await launch();
  server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://viewer').pathname);
    try {
      const file = readFileSync(join(VIEWER, path === '/' ? 'index.html' : path));
      response.setHeader('content-type', TYPES[path === '/' ? 'html' : (path.split('.').pop() ?? '')] ?? 'application/octet-stream');
      response.end(file);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
});
afterAll(async () => {
  await browser.close();
  server.close();
});

it('Speedscope opens the trace events that the C# writer is tested to write (PerfettoReportWriterTests)', async () => {
  expect(await opened(TRACE, 'GC pauses')).toContain('(1/3)');
});

it('Speedscope opens the allocations that the C# writer is tested to write (AllocationFilesTests)', async () => {
  const text = await opened(ALLOCATIONS, 'allocations of');
  expect(text).toContain('(1/2)');
});

it("the same file keeps Speedscope's own schema, by a validator that is not ours", () => {
  const check = 'import json, jsonschema, sys; schema, file = (json.load(open(name)) for name in sys.argv[1:]); print([error.message for error in jsonschema.Draft7Validator(schema).iter_errors(file)])';
  const faults = (file: string): string => execFileSync('/usr/bin/python3', ['-c', check, join(VIEWER, 'file-format-schema.json'), file], { encoding: 'utf8' }).trim();
  expect(faults(ALLOCATIONS)).toBe('[]');
  expect(faults(TRACE)).not.toBe('[]');
});

it('Speedscope opens the folded stacks of the same test', async () => {
  await opened(FOLDED, 'allocations.folded', 'Importing as collapsed stack format');
});

/** What Speedscope shows of a file, once it shows a text; it must not complain, and say what it takes the file for where that is asked. */
async function opened(file: string, shows: string, logs?: string): Promise<string> {
  const page = await browser.newPage();
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  page.on('pageerror', (error) => said.push(`failed: ${String(error)}`));
  page.on('dialog', (dialog) => {
    said.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  await page.setInputFiles('input[type=file]', file);
  await page.waitForFunction((text) => document.body.innerText.includes(text), shows);
  const text = await page.locator('body').innerText();
  expect(said.filter((line) => !line.startsWith('Importing as') && /stack|open at end|no duration|dialog|[Uu]nrecognized|fail/.test(line))).toEqual([]);
  if (logs !== undefined) expect(said).toContain(logs);
  await page.close();
  return text;
}
