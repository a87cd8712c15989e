import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { CATALOGUE } from '../../fixtures/catalogue.ts';
import { inkedPixels, reportPages } from './browser.ts';

const reports = reportPages();
let page: Page;

const said = (): Promise<string | null> => page.locator('.flame-said').textContent();
const plain = (texts: string[]): string[] => texts.map((text) => text.replaceAll(/\s/gu, ' '));

describe('CPU time', () => {
  it('shows the collector’s share, its kinds of work and what lies across them', async () => {
    page = await reports.open(CATALOGUE['cpu']!());
    const section = page.locator('section:has(h2:text("CPU time"))');
    expect(plain([await section.locator('p.dim').first().textContent() ?? ''])[0]).toBe(
      'The collector took 42.7 % of 960 samples of cpu-clock in 3.12 s. 1.3 % of the samples have no named frame outside the kernel. '
      + 'Go by frames, files or threads of 960 samples.');
    expect(plain(await section.locator('tbody tr').allTextContents()).slice(0, 3)).toEqual(
      ['application55.2 %530', 'background markcollector20.8 %200', 'mark assistcollector18.8 %180']);
    expect(plain(await section.locator('table').nth(1).locator('tbody tr').allTextContents())).toEqual(['NUMA page migration4.2 %4040']);
    expect(await section.locator('h3:text("As a tree")').count()).toBe(1);
  });

  it('draws what is nothing but the collector in its colour, and picks it', async () => {
    page = await reports.open(CATALOGUE['cpu']!());
    expect(plain([await said() ?? ''])[0]).toMatch(/^all 960, 100 %/);
    expect(await inkedPixels(page, '.flame', '--flame-large')).toBeGreaterThan(2_000);
    expect(await inkedPixels(page, '.flame', '--flame-own')).toBeGreaterThan(2_000);
    await page.getByRole('button', { name: 'Collector', exact: true }).click();
    expect(plain([await said() ?? ''])[0]).toMatch(/^all 410, 100 %/);
    expect(await inkedPixels(page, '.flame', '--flame-own')).toBe(0);
    await page.getByRole('button', { name: 'mark assist' }).click();
    expect(plain([await said() ?? ''])[0]).toMatch(/^all 180, 100 %/);
    expect(await page.locator('.frame-tree').textContent()).toContain('runtime.gcAssistAlloc');
  });

  it('shows samples alone without a timeline', async () => {
    page = await reports.open(CATALOGUE['sampled']!());
    expect(await page.locator('h2:text("Timeline")').count()).toBe(0);
    expect(plain(await page.locator('.card').allTextContents())[0]).toBe('Collector’s CPU time42.7 %960 samples of cpu-clock in 3.12 s');
  });
});
