import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { CATALOGUE } from '../../fixtures/catalogue.ts';
import type { Fixture } from '../../fixtures/make.ts';
import { STOPS } from '../../fixtures/stops.ts';
import type { ProcessReport } from '../../src/data/contract.ts';
import { inkedPixels, reportPages } from './browser.ts';

const reports = reportPages();
let page: Page;

/** A report whose first process has stop-the-world pauses. */
function felt(stops: ProcessReport['stops']): Fixture {
  const stored = CATALOGUE['stored']!();
  const [first, ...others] = stored.report.processes;
  const verdict = '232 ms longest pause, 9.5 % of 66.7 s paused (43 stop-the-world pauses). GC work takes 38 ms of it.';
  const stalls = [{ name: 'Pacing', count: 3, total_ms: 30, max_ms: 25 }];
  return { ...stored, report: { ...stored.report, verdict, processes: [{ ...first!, stops, stalls }, ...others] } };
}

const cards = (): Promise<string[]> => page.locator('.numbers .card').allTextContents();

describe('stop-the-world pauses', () => {
  it('lead, with the GC pauses below them', async () => {
    page = await reports.open(felt(STOPS));
    expect(await page.locator('h1').textContent()).toBe('232\u00a0ms longest pause, 9.5\u00a0% of 66.7\u00a0s paused (43 stop-the-world pauses).');
    expect(await page.locator('.verdict-more').textContent()).toBe('GC work takes 38\u00a0ms of it.');
    expect((await cards())[0]).toMatch(/^Longest pause232\sms\s*at 10:00:01\.50, collection 7\s*GC pause: /);
    expect((await cards())[2]).toMatch(/^Throughput9\.5\s%time outside of pauses/);
    expect((await cards())[3]).toMatch(/^Paused in total.*43\spauses, .*GC pauses/);
    expect(await page.locator('.numbers > p').textContent()).toMatch(
      /^Longest suspension: 229\.9\sms · longest stall of a single thread: 25(\.0+)?\sms \(Pacing\)$/);
  });

  it('are listed by reason, and the longest ones have their collection', async () => {
    page = await reports.open(felt(STOPS));
    const reasons = page.getByRole('region', { name: 'By reason of the pause' });
    expect(await reasons.locator('tbody tr').count()).toBe(2);
    expect(await reasons.textContent()).toContain('GC_HeapInspection');
    expect(await page.getByRole('region', { name: 'Longest pauses' }).textContent()).toContain('GC 7 · G1 Evacuation Pause');
  });

  it('are replaced by GC pauses in a report of an older version', async () => {
    page = await reports.open(felt({ ...STOPS, gc_stops: null, by_reason: null, longest: null }));
    expect((await cards())[0]).toMatch(/^Longest pause/);
    expect(await page.locator('.numbers > p').count()).toBe(0);
  });
});

/** Ten pauses. Each is in a stop twice as long, except the last: its stop has another reason. */
function drawn(): Fixture {
  const fixture = CATALOGUE['ten']!();
  const process = fixture.timeline.processes[0]!;
  const { start, duration, collection } = process.pauses;
  const last = start.length - 1;
  process.stops = {
    reasons: ['collection', 'class redefinition <b>'], start: [...start], duration: duration.map((value) => 2 * value!),
    time_to_safepoint: duration.map(() => 90), pause: duration.map((value, i) => (i === last ? null : value)),
    collection: collection.map((value, i) => (i === last ? null : value)),
    reason: start.map((_, i) => (i === last ? 1 : 0)),
  };
  return fixture;
}

describe('the timeline of stops', () => {
  it('draws them in the colours of what the collector did, pale without a GC pause', async () => {
    page = await reports.open(drawn());
    expect(await page.locator('.charts h3').first().textContent()).toContain('Pauses');
    const keys = await page.locator('.toolbar .key').allTextContents();
    expect(keys.at(-1)).toBe('not GC: class redefinition <b>1');
    expect(await inkedPixels(page, '.chart.pauses', '--pause-young')).toBeGreaterThan(300);
    const swatches = page.locator('.toolbar .key .swatch');
    const colours = await swatches.evaluateAll((all) => all.map((one) => getComputedStyle(one).backgroundColor));
    expect(new Set(colours).size).toBe(colours.length);
  });

  it('shows the reason of one, the time to stop and the pause inside', async () => {
    page = await reports.open(drawn());
    await page.getByRole('button', { name: 'Longest' }).click();
    const chosen = (await page.locator('.chosen').textContent())!.replaceAll('\u00a0', ' ');
    expect(chosen).toMatch(/^Selected: [\d.]+ ms · collection · suspension 90 µs · GC pause [\d.]+ ms · at /);
    expect(chosen).toMatch(/ · collection \d+ · gen2/);
  });

  it('draws pauses in a report of an older version', async () => {
    page = await reports.open(CATALOGUE['ten']!());
    expect(await page.locator('.charts h3').first().textContent()).toBe('Pauses');
  });
});

describe('waits other than GC', () => {
  it.each([390, 1024, 1440])('is shown in whole words at %d pixels, and fits from 1024 on', async (width) => {
    const fixture = CATALOGUE['ten']!();
    fixture.report.processes[0]!.source.duration_ms = 10_000;
    fixture.report.processes[0]!.non_gc_waits = [
      { name: 'waiting for locks', total_ms: 4_698, count: 91, max_ms: 196, share_of_slow_requests_percent: 14.9, summed_over_threads: true,
        source: 'lock contention events' },
      { name: 'slow requests\' time that nothing in the recording explains', total_ms: 3_384, count: 10, max_ms: null,
        share_of_slow_requests_percent: 85.1, summed_over_threads: true,
        source: 'of 10 requests, the longest 619 ms; 0 % of their time is stops, 14.9 % other recorded waits' },
      { name: 'nothing to speak of', total_ms: 1, count: 1, max_ms: 1, share_of_slow_requests_percent: null, summed_over_threads: false,
        source: 'a wait' },
    ];
    page = await reports.open(fixture, { width });
    const rows = page.locator('#waits-other-than-gc tbody tr');
    expect((await rows.allTextContents()).map((text) => text.replaceAll('\u00a0', ' '))).toEqual([
      'waiting for lockssummed over threads or processors; lock contention events4.698 s91196 ms14.9 %',
      'slow requests\' time that nothing in the recording explainssummed over threads or processors; of 10 requests, the longest 619 ms; '
        + '0 % of their time is stops, 14.9 % other recorded waits3.384 s10unknown85.1 %',
    ]);
    const more = await page.locator('#waits-other-than-gc .scroll').evaluate((box) => box.scrollWidth - box.clientWidth);
    if (width >= 1024) expect(more).toBe(0);
    // Words are not broken into pieces.
    const wide = await rows.locator('th').first().evaluate((cell) => cell.getBoundingClientRect().width);
    expect(wide).toBeGreaterThan(width < 500 ? 220 : 300);
  });
});
