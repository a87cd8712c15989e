import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { CATALOGUE } from '../../fixtures/catalogue.ts';
import { reportPages } from './browser.ts';

const reports = reportPages();
let page: Page;

/** The first report with windows of 1 ms to 1 s; the application was stopped around 100 ms. */
function withWindows(start: number | null = 100): ReturnType<NonNullable<(typeof CATALOGUE)['ten']>> {
  const fixture = CATALOGUE['ten']!();
  const [process, ...others] = fixture.report.processes;
  const windows = [1, 10, 100, 1000].map((length, i) => ({
    window_ms: length, stops: { mmu_percent: 20 * i, bmu_percent: 20 * i, start_ms: start }, with_collector_cpu: null,
  }));
  const shown = { ...process!, utilisation: { is_of_stops: false, windows } };
  return { ...fixture, report: { ...fixture.report, processes: [shown, ...others] } };
}

describe('the worst windows', () => {
  it('are shown in the timeline by a click on the chart and by Enter', async () => {
    page = await reports.open(withWindows());
    const section = page.locator('#worst-windows');
    await section.locator('rect.target').nth(2).click();
    expect(await page.locator('.shown').textContent()).toMatch(/^Showing 100\sms, /);
    await section.getByRole('button', { name: '1 s' }).press('Enter');
    expect(await page.locator('.shown').textContent()).toMatch(/^Showing (1|1\.00)\ss, /);
  });

  it('are left out where nothing stopped the application', async () => {
    page = await reports.open(withWindows(null));
    expect(await page.locator('#worst-windows').count()).toBe(0);
  });
});
