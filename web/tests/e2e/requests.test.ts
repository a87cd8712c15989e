import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { CATALOGUE } from '../../fixtures/catalogue.ts';
import { HOSTILE } from '../../fixtures/make.ts';
import { inkedPixels, reportPages } from './browser.ts';

const reports = reportPages();
let page: Page;

const requests = () => page.locator('section').filter({ has: page.getByRole('heading', { name: 'Requests', level: 2 }) });
const values = (): Promise<string[]> => page.locator('.request-numbers .value').allTextContents();

const inked = (property: string): Promise<number> => inkedPixels(page, '.chart.requests', property);

describe('requests', () => {
  it('show the verdict, the counts, and latency with and without GC', async () => {
    const fixture = CATALOGUE['requests']!();
    page = await reports.open(fixture);
    const { slow, slow_because_of_gc: because, verdict } = fixture.report.requests!;
    expect(await page.locator('.request-verdict').textContent()).toBe(verdict);
    expect((await values())[0]).toBe(String(slow));
    expect((await values())[2]).toBe(String(because));
    expect(await page.locator('.latency tbody tr').count()).toBe(3);
    expect(await page.locator('.latency').textContent()).toContain('p < 0.001');
    expect(await page.getByRole('region', { name: 'Worst requests' }).locator('tbody tr').count()).toBe(10);
    expect(await page.getByRole('region', { name: 'Worst requests' }).locator('thead').textContent()).toContain('gen2, count · ms');
    expect(await page.getByRole('region', { name: 'Holes in traces' }).textContent()).toContain('between load profile and render');
  });

  it('say whose GC traces across services waited for', async () => {
    const fixture = CATALOGUE['requests']!();
    fixture.report.requests!.critical_paths = [{
      service: 'checkout', traces: 689, duration_ms: 6313, slow: 6, slow_duration_ms: 407,
      services: [
        {
          service: '<b>inventory', process: 0, on_path_ms: 884, paused_ms: 861, slow_on_path_ms: 306, slow_paused_ms: 298,
          slow_because_of_pauses: 5,
        },
        {
          service: null, process: null, on_path_ms: 5429, paused_ms: null, slow_on_path_ms: 101, slow_paused_ms: null,
          slow_because_of_pauses: null,
        },
      ],
    }];
    page = await reports.open(fixture);
    const path = page.locator('.critical-path');
    const text = async (of: string): Promise<string[]> =>
      (await path.locator(of).allTextContents()).map((one) => one.replaceAll('\u00a0', ' '));
    expect(await text('p')).toEqual(['689 traces within the recordings, 6 of them slow. GC of <b>inventory takes at least '
      + '13.6 % of their time (861 ms of 6.313 s); 5 slow ones would not be slow without it. Of calls in parallel, only the one that was '
      + 'waited for counts.']);
    expect(await text('tbody tr')).toEqual(
      ['<b>inventory14 %13.6 %75.2 %73.2 %5', 'an unnamed servicenot recorded86 %–24.8 %––']);
  });

  it('list those that a long pause delayed most', async () => {
    const fixture = CATALOGUE['requests']!();
    const started = '2026-03-01T12:00:06.100Z';
    fixture.report.processes[0]!.explanations = [{
      duration_ms: 600, start_ms: 6000, collection: 4, what: 'A pause of 600 ms.', why: 'The heap was full.', action: 'Give it more.',
      cause: 'work', finding: null, parts: [], answers: [], cpu_ms: null, system_cpu_ms: null, peers: null, not_recorded: [],
      victims: {
        count: 3, delay_ms: 900, text: '3 requests were delayed by 900 ms in all.',
        most: [
          { name: '<i>GET /basket', trace_id: '0000000000000000000000000000beef', started_at: started, duration_ms: 612, delay_ms: 600 },
          { name: null, trace_id: null, started_at: started, duration_ms: 212, delay_ms: 200 },
        ],
      },
    }];
    page = await reports.open(fixture);
    const rows = await page.getByRole('region', { name: 'Most delayed requests' }).locator('tbody tr').allTextContents();
    expect(rows.map((row) => row.replaceAll('\u00a0', ' '))).toEqual(
      ['<i>GET /basketbeef12:00:06.100612 ms600 ms', 'unnamed–12:00:06.100212 ms200 ms']);
    await page.close();
  });

  it('say "upper bound" only where one queue was assumed', async () => {
    page = await reports.open(CATALOGUE['crowd']!());
    expect(await page.locator('.request-numbers .chip').allTextContents()).toEqual(['upper bound']);
    await page.close();
    page = await reports.open(CATALOGUE['requests']!());
    expect(await page.locator('.request-numbers .chip').count()).toBe(0);
  });

  it('attribute nothing to GC when the overlap is not significant', async () => {
    page = await reports.open(CATALOGUE['chance']!());
    expect(await page.locator('.request-notes').textContent()).toContain('not significant (p = 0.31)');
    expect((await values()).slice(2)).toEqual(['not judged', 'not judged', 'not judged']);
    expect(await page.locator('.request-legend').textContent()).not.toContain('because of GC');
  });

  it('show the sentence and no number when they were not judged', async () => {
    page = await reports.open(CATALOGUE['refused']!());
    expect(await requests().textContent()).toContain('give requests of the same time');
    expect(await values()).toEqual([]);
    expect(await page.locator('.latency, .waterfall, .request-table, .chart.requests').count()).toBe(0);
  });

  it('show latencies when only the threshold was refused', async () => {
    const fixture = CATALOGUE['refused']!();
    fixture.report.requests!.without_gc = CATALOGUE['requests']!().report.requests!.without_gc;
    page = await reports.open(fixture);
    expect(await page.locator('.latency tbody tr').count()).toBe(3);
    expect(await page.locator('.latency > p').textContent()).not.toContain('significan');
    expect(await values()).toEqual([]);
  });

  it('show metered latency by window, or why there is none', async () => {
    const fixture = CATALOGUE['requests']!();
    const { p50_ms, p90_ms, p99_ms, p999_ms, max_ms, slow_percent } = fixture.report.requests!;
    const window = { p50_ms, p90_ms, p99_ms, p999_ms, max_ms, slow_percent };
    fixture.report.requests!.metered = { refusal: null, windows: [{ ...window, window_ms: 100 }, { ...window, window_ms: null }] };
    page = await reports.open(fixture);
    expect((await page.locator('.latency tbody th').allTextContents()).slice(-2).map((text) => text.replace('\u00a0', ' '))).toEqual([
      'Metered over 100 msclosed-loop load, as if sent at an even rate: no queue model', 'Metered over the whole run']);
    await page.close();
    fixture.report.requests!.metered = { refusal: 'Metered latency is for closed-loop load tests.', windows: [] };
    page = await reports.open(fixture);
    expect(await page.locator('.latency > p').textContent()).toContain('Metered latency is for closed-loop load tests.');
  });

  it('read "unknown" where nothing is known', async () => {
    page = await reports.open(CATALOGUE['unknown']!());
    expect(new Set(await values())).toEqual(new Set(['unknown']));
    expect(new Set(await page.locator('.latency tbody td').allTextContents())).toEqual(new Set(['unknown']));
  });

  it('keep hostile names as text', async () => {
    page = await reports.open(CATALOGUE['hostile']!());
    expect(await page.getByRole('region', { name: 'Worst requests' }).locator('tbody th').first().textContent()).toContain(HOSTILE);
    expect(await page.locator('.wf-rows .wf-name').first().textContent()).toContain(HOSTILE);
  });
});

describe('the chart of requests', () => {
  it('draws each kind in its colour over the pauses, and hides one on demand', async () => {
    page = await reports.open(CATALOGUE['crowd']!());
    expect(await inked('--fate-because')).toBeGreaterThan(1_000);
    expect(await inked('--fate-not-slow')).toBeGreaterThan(1_000);
    expect(await page.locator('.request-legend p').textContent()).toMatch(/^All 1,210 slow requests are drawn, and a sample of 19,758 of the other 98,790\./);
    await page.getByRole('button', { name: /slow, because of GC/ }).click();
    expect(await inked('--fate-because')).toBe(0);
  });

  it('zooms with the pauses, and describes the request under the pointer', async () => {
    page = await reports.open(CATALOGUE['requests']!());
    const over = page.locator('.chart.requests .u-over');
    await over.scrollIntoViewIfNeeded();
    const box = (await over.boundingBox())!;
    let text = '';
    for (let y = 10; y < box.height && text === ''; y += 6) {
      for (let x = 10; x < box.width && text === ''; x += 6) {
        await page.mouse.move(box.x + x, box.y + y);
        const tip = page.locator('.chart.requests .tip');
        if (await tip.isVisible()) text = (await tip.textContent())!;
      }
    }
    expect(text).toMatch(/ms(GET|POST) \/.*at .*(not slow|because of GC|inside)$/);
    await page.mouse.move(box.x + box.width * 0.2, box.y + 60);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.4, box.y + 80, { steps: 4 });
    await page.mouse.up();
    expect(await page.locator('.shown').textContent()).toMatch(/^Showing 1\.\d+\ss/);
  });
});

describe('the waterfall', () => {
  it('draws pauses through the spans of their process only, and marks holes', async () => {
    page = await reports.open(CATALOGUE['requests']!());
    const rows = page.locator('.wf-rows .wf-row');
    expect(await rows.locator('.wf-name').allTextContents()).toEqual(
      ['recommend GET /recommendations', 'recommend load profile', 'postgres SELECT ratings', 'recommend score films', 'recommend cache lookup', 'recommend render']);
    expect(await rows.nth(3).locator('.wf-pause').count()).toBe(1);
    expect(await rows.nth(2).locator('.wf-pause').count()).toBe(0);
    expect(await rows.nth(3).locator('.wf-long').textContent()).toMatch(/hole .*\sms, GC .*\sms/);
    const hole = (await rows.nth(3).locator('.wf-hole').boundingBox())!;
    const bar = (await rows.nth(3).locator('.wf-bar').boundingBox())!;
    expect(hole.x).toBeGreaterThanOrEqual(bar.x - 1);
    expect(hole.x + hole.width).toBeLessThanOrEqual(bar.x + bar.width + 1);
  });

  it('changes to another trace', async () => {
    page = await reports.open(CATALOGUE['requests']!());
    const before = await page.locator('.wf-rows').textContent();
    await page.locator('.trace-choice button').nth(2).click();
    expect(await page.locator('.wf-rows').textContent()).not.toBe(before);
    expect(await page.locator('.trace-choice button').nth(2).getAttribute('aria-pressed')).toBe('true');
  });
});

describe('worst requests', () => {
  it('lead to the waterfall of their trace where it is drawn', async () => {
    page = await reports.open(CATALOGUE['requests']!());
    const table = page.getByRole('region', { name: 'Worst requests' });
    // Four of ten traces are drawn; the last request has none.
    expect(await table.locator('button.trace-link').count()).toBe(4);
    expect(await table.locator('tbody tr').nth(5).locator('code').count()).toBe(1);
    expect(await table.locator('tbody tr').nth(9).locator('td').first().textContent()).toBe('–');
    await table.locator('button.trace-link').nth(2).click();
    expect(await page.locator('.trace-choice button').nth(2).getAttribute('aria-pressed')).toBe('true');
    expect(await page.locator('.waterfall code').first().textContent()).toBe('3'.padStart(32, 'a'));
    expect(await page.locator('.wf-rows').evaluate((rows) => rows === document.activeElement && rows.getBoundingClientRect().top < innerHeight)).toBe(true);
  });
});

describe('accessibility', () => {
  it.each([['requests', 1280, false], ['crowd', 360, true], ['chance', 768, true], ['refused', 1280, false]] as const)(
    '%s at %d pixels, dark %s, has no fault that axe finds', async (name, width, dark) => {
      page = await reports.open(CATALOGUE[name]!(), { width, dark });
      await page.evaluate(axe.source);
      const { violations } = await page.evaluate(() => (window as unknown as { axe: typeof axe }).axe.run());
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 120)).join(' | ')}`)).toEqual([]);
    });
});
