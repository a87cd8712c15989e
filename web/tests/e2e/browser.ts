import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, expect } from 'vitest';
import { launch } from '../../fixtures/chromium.mjs';
import { fill, type Fixture } from '../../fixtures/make.ts';

const BUILT = new URL('../../../src/Unpause.Reports/Html/', import.meta.url);

/** The page of a report, that of the other documents, and that of a fleet. */
export const TEMPLATE = readFileSync(new URL('report.html', BUILT), 'utf8');
export const DOCUMENT_TEMPLATE = readFileSync(new URL('document.html', BUILT), 'utf8');
export const FLEET_TEMPLATE = readFileSync(new URL('fleet.html', BUILT), 'utf8');

/** A page that doesn't come fails its test soon, so that a broken build doesn't hold up a whole run. */
const WAIT_MS = 15_000;

interface Options {
  width?: number;
  dark?: boolean;
  /** Whether the page's script runs. */
  script?: boolean;
  /** What stands behind the page's address, with its `#`. */
  fragment?: string;
  /** What is in the page when it has come. */
  ready?: string;
}

/**
 * One Chromium for a test file. After each test its pages are closed, and none may have done what a report must never do: loaded
 * something, asked something, written to the console or broken its policy.
 */
export function reportPages(): Reports {
  const reports = new Reports();
  afterEach(async () => {
    const faults = await reports.closePages();
    expect(faults).toEqual([]);
  });
  afterAll(() => reports.stop());
  return reports;
}

/** Opens reports in a Chromium, which is started with the first of them, and gathers what their pages did that they must not. */
export class Reports {
  readonly faults: string[] = [];
  private readonly folder = mkdtempSync(join(tmpdir(), 'unpause-web-'));

  private readonly pages: Page[] = [];
  private browser: Browser | undefined;

  async open(fixture: Fixture, options: Options = {}): Promise<Page> {
    return this.openHtml(fill(TEMPLATE, fixture), options);
  }

  async openHtml(html: string, { width = 1280, dark = false, script = true, fragment = '', ready = 'h1' }: Options = {}): Promise<Page> {
    const file = join(this.folder, 'report.html');
    writeFileSync(file, html);
    const colorScheme = dark ? 'dark' : 'light';
    this.browser ??= await launch();
    const page = await this.browser.newPage({ viewport: { width, height: 900 }, colorScheme, javaScriptEnabled: script });
    this.pages.push(page);
    page.setDefaultTimeout(WAIT_MS);
    await this.watch(page, `file://${file}`);
    await page.goto(`file://${file}${fragment}`);
    await page.waitForSelector(ready);
    return page;
  }

  /** Closes all pages; what they did that a report must never do. */
  async closePages(): Promise<string[]> {
    await Promise.all(this.pages.splice(0).map((page) => page.close()));
    return this.faults.splice(0);
  }

  async stop(): Promise<void> {
    await this.browser?.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async watch(page: Page, own: string): Promise<void> {
    page.on('console', (message) => this.faults.push(`console ${message.type()}: ${message.text()}`));
    page.on('pageerror', (error) => this.faults.push(`error: ${String(error)}`));
    page.on('dialog', (dialog) => {
      this.faults.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on('request', (request) => {
      const url = request.url();
      if (url.split('#')[0] !== own && !url.startsWith('data:image/svg+xml')) this.faults.push(`request: ${url}`);
    });
    await page.exposeFunction('reportViolation', (text: string) => this.faults.push(`policy: ${text}`));
    await page.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (event) => {
        (window as unknown as { reportViolation(text: string): void }).reportViolation(`${event.violatedDirective} ${event.blockedURI}`);
      });
    });
  }
}

/** How many pixels of a chart have this colour, to see that something is drawn. */
export function inkedPixels(page: Page, chart: string, property: string): Promise<number> {
  return page.evaluate(([selector, name]) => {
    const canvas = document.querySelector<HTMLCanvasElement>(`${selector} canvas`)!;
    const copy = document.createElement('canvas');
    [copy.width, copy.height] = [canvas.width, canvas.height];
    const probe = copy.getContext('2d', { willReadFrequently: true })!;
    probe.fillStyle = getComputedStyle(canvas).getPropertyValue(name!).trim();
    probe.fillRect(0, 0, 1, 1);
    const [r, g, b] = probe.getImageData(0, 0, 1, 1).data;
    probe.clearRect(0, 0, 1, 1);
    probe.drawImage(canvas, 0, 0);
    const { data } = probe.getImageData(0, 0, canvas.width, canvas.height);
    let count = 0;
    for (let i = 0; i < data.length; i += 4) if (data[i] === r && data[i + 1] === g && data[i + 2] === b && data[i + 3] === 255) count++;
    return count;
  }, [chart, property] as const);
}
