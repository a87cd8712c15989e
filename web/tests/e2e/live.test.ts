import { readFileSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { launch } from '../../fixtures/chromium.mjs';
import { HOSTILE } from '../../fixtures/make.ts';
import type { Snapshot, WatchedProcess } from '../../src/live/snapshot.ts';

const PAGE = readFileSync(new URL('../../../src/Unpause.Services/Watch/Web/live.html', import.meta.url), 'utf8');

/** A watcher that sends what a test gives it, and can go away. */
class FakeWatcher {
  readonly saved: string[] = [];
  private server: Server | null = null;
  private port = 0;
  private readonly streams = new Set<ServerResponse>();
  private snapshot: Snapshot = { at: '', processes: [], kept: [] };

  async start(): Promise<void> {
    this.server = createServer((request, response) => {
      if (request.url === '/t/') response.setHeader('content-type', 'text/html; charset=utf-8').end(PAGE);
      else if (request.url === '/t/events') {
        response.setHeader('content-type', 'text/event-stream');
        this.streams.add(response);
        this.send(response);
      } else if (request.method === 'POST') {
        this.saved.push(request.url ?? '');
        response.end('/ring/kept/x\n');
      } else response.writeHead(404).end();
    });
    await new Promise<void>((done) => this.server!.listen(this.port, '127.0.0.1', done));
    this.port = (this.server.address() as AddressInfo).port;
  }

  get address(): string {
    return `http://127.0.0.1:${this.port}/t/`;
  }

  show(processes: WatchedProcess[], kept: Snapshot['kept'] = []): void {
    this.snapshot = { at: new Date().toISOString(), processes, kept };
    for (const stream of this.streams) this.send(stream);
  }

  async stop(): Promise<void> {
    for (const stream of this.streams) stream.destroy();
    this.streams.clear();
    await new Promise((done) => this.server?.close(done));
  }

  private send(stream: ServerResponse): void {
    stream.write(`data: ${JSON.stringify(this.snapshot)}\n\n`);
  }
}

const made = (pid: number, more: Partial<WatchedProcess> = {}): WatchedProcess => ({
  key: `${pid}-1`, pid, service: `service-${pid}`, runtime: 'jvm', version: '21.0.4', state: 'live', source: null, reason: null,
  command: 'java -jar x.jar', pauses_per_minute: 12, max_stop_ms: pid % 50, time_in_gc_percent: 0.42, heap_after_bytes: 64 << 20,
  longest: Array.from({ length: 60 }, (_, i) => (i % 7 === 0 ? pid % 50 : 0)), alerts: [], ...more,
});

let browser: Browser | undefined;
const watcher = new FakeWatcher();

async function open({ width = 1280, dark = false } = {}): Promise<Page> {
  browser ??= await launch();
  const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme: dark ? 'dark' : 'light' });
  await page.goto(watcher.address);
  await page.waitForFunction(() => document.querySelector('.connection')?.textContent === 'live');
  return page;
}

beforeEach(() => watcher.start());
afterEach(async () => {
  for (const context of browser?.contexts() ?? []) await context.close();
  await watcher.stop();
  watcher.saved.length = 0;
});
afterAll(() => browser?.close());

describe('the live page', () => {
  it('lists processes with the worst first, and why others are not recorded', async () => {
    watcher.show([
      made(3), made(49), made(7, { alerts: ['long-stop'] }), made(1, { state: 'refused', reason: 'it has no diagnostics socket' }),
    ]);
    const page = await open();
    const names = await page.locator('tbody th').allTextContents();
    expect(names.map((name) => name.split(' ')[0])).toEqual(['service-7', 'service-49', 'service-3', 'service-1']);
    expect(names[0]).toContain('alert: long-stop');
    expect(names[3]).toContain('it has no diagnostics socket');
    expect(await page.locator('h1').textContent()).toContain('1 of 3 processes with an alert');
    expect(await page.title()).toContain('unpause watch');
  });

  it('changes rows in place, so that the focus stays', async () => {
    watcher.show([made(3), made(49)]);
    const page = await open();
    await page.locator('tr', { hasText: 'service-3' }).getByRole('button', { name: 'Keep' }).focus();
    watcher.show([made(3, { max_stop_ms: 900, pauses_per_minute: 77 }), made(49)]);
    await page.waitForFunction(() => document.querySelector('tbody th')?.textContent?.startsWith('service-3'));
    expect(await page.locator('tbody tr').first().textContent()).toContain('77');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Keep');
  });

  it('keeps a ring by a button, with the keyboard too', async () => {
    watcher.show([made(3)]);
    const page = await open();
    await page.getByRole('button', { name: 'Keep' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Kept' }).waitFor();
    expect(watcher.saved).toEqual(['/t/save?process=3-1']);
  });

  it('says that the connection is lost, and goes on when the watcher is back', async () => {
    watcher.show([made(3)]);
    const page = await open();
    await watcher.stop();
    await page.locator('.connection', { hasText: 'connection lost' }).waitFor();
    await watcher.start();
    watcher.show([made(3), made(4)]);
    await page.waitForFunction(() => document.querySelectorAll('tbody tr').length === 2);
    expect(await page.locator('.connection').textContent()).toBe('live');
  });

  it('shows text of processes as text', async () => {
    watcher.show([made(3, { service: HOSTILE, reason: HOSTILE, command: HOSTILE })],
      [{ name: '../x', service: HOSTILE, pid: 3, at: new Date().toISOString(), reason: HOSTILE, verdict: HOSTILE }]);
    const page = await open();
    expect(await page.locator('tbody th').textContent()).toContain(HOSTILE);
    expect(await page.locator('img').count()).toBe(0);
    expect(await page.locator('.kept a').getAttribute('href')).toBe('kept/..%2Fx');
  });

  const screens: [number, boolean][] = [[390, false], [390, true], [1280, false], [1280, true]];
  it.each(screens)('fits and is accessible at %d pixels, dark: %s', async (width, dark) => {
    watcher.show([made(3), made(49, { alerts: ['induced-collection'] }), made(1, { state: 'refused', reason: 'x'.repeat(200) })]);
    const page = await open({ width, dark });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
    await page.evaluate(axe.source);
    type Axe = { run: () => Promise<{ violations: { id: string }[] }> };
    const found = await page.evaluate(() => (window as unknown as { axe: Axe }).axe.run());
    expect(found.violations.map(({ id }) => id)).toEqual([]);
  });

  it('keeps the rows of a hundred processes when their order changes', async () => {
    const many = (seed: number): WatchedProcess[] => Array.from({ length: 100 }, (_, i) => made(i + 1, { max_stop_ms: (i * seed) % 97 }));
    watcher.show(many(7));
    const page = await open();
    await page.evaluate(() => document.querySelectorAll('tbody tr').forEach((row) => ((row as HTMLElement).dataset['old'] = '')));
    const before = await page.locator('tbody th').allTextContents();
    watcher.show(many(11));
    await page.waitForFunction((first) => document.querySelector('tbody tr:nth-child(2) th')?.textContent !== first, before[1]);
    expect(await page.locator('tbody tr[data-old]').count()).toBe(100);
  });
});
