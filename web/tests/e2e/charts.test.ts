import { describe, expect, it } from 'vitest';
import { CATALOGUE } from '../../fixtures/catalogue.ts';
import { documentNamed, fillDocument } from '../../fixtures/documents.ts';
import type { Cycles } from '../../src/data/cyclesContract.ts';
import { DOCUMENT_TEMPLATE, inkedPixels, reportPages } from './browser.ts';

const reports = reportPages();

describe('the charts of collections', () => {
  it('have the live set, the rates and the CPU use of a JVM', async () => {
    const page = await reports.open(CATALOGUE['thousands']!());
    expect(await inkedPixels(page, '.chart.heap', '--series-4')).toBeGreaterThan(100);
    expect(await inkedPixels(page, '.chart.rates', '--series-2')).toBeGreaterThan(100);
    expect(await inkedPixels(page, '.chart.rates', '--series-3')).toBeGreaterThan(100);
    expect(await inkedPixels(page, '.chart.cpu-use', '--pause-full')).toBeGreaterThan(10);
    const values = (await page.locator('.counter-value').allTextContents()).map((text) => text.replaceAll('\u00a0', ' '));
    expect(values).toEqual([expect.stringMatching(/^mean .* MiB\/s$/), expect.stringMatching(/^mean .* MiB\/s$/)]);
    const below = await page.locator('h3:has-text("CPU time against real time") .heap-key').textContent();
    expect(below!.replaceAll('\u00a0', ' ')).toMatch(/^1 CPU: below it, GC threads waited for a CPU \(\d+ of \d+ pauses of at least 50 ms\)$/);
  });

  it('draw the limit of the heap where it has room, and hatch what is missing', async () => {
    const fixture = CATALOGUE['ten']!();
    const { heap } = fixture.report.processes[0]!;
    const whole = await reports.open(fixture);
    const before = await inkedPixels(whole, '.chart.heap', '--ink-2');
    const process = fixture.timeline.processes[0]!;
    heap.limit_bytes = Math.round(1.2 * heap.peak_bytes!);
    process.gaps = { start: [process.duration! / 3], duration: [process.duration! / 3] };
    const page = await reports.open(fixture);
    expect(await inkedPixels(page, '.chart.heap', '--ink-2')).toBeGreaterThan(before + 300);
    expect(await page.locator('.charts h3').first().textContent()).toContain('not recorded');
    // Less of the sawtooth is left: its line does not cross the gap.
    expect(await inkedPixels(page, '.chart.heap', '--heap')).toBeLessThan(await inkedPixels(whole, '.chart.heap', '--heap'));
  });

  it('leave out bands of pauses that make no request slow', async () => {
    const fixture = CATALOGUE['requests']!();
    const bands = async (slowMillis: number): Promise<number> => {
      fixture.report.requests!.slow_threshold_ms = slowMillis;
      const page = await reports.open(fixture);
      return page.locator('.chart.requests canvas').evaluate((canvas: HTMLCanvasElement) => {
        const { data, width } = canvas.getContext('2d')!.getImageData(0, 30, canvas.width, 1);
        return Array.from({ length: width }, (_, i) => data[4 * i + 3]!).filter((alpha) => alpha > 20 && alpha < 90).length;
      });
    };
    expect(await bands(100)).toBeGreaterThan(0);
    expect(await bands(1e6)).toBe(0);
  });
});

describe('a reference cycle', () => {
  it.each([1280, 390])('has labels beside its lines at %d pixels, and the place of its code', async (width) => {
    const page = await reports.openHtml(fillDocument(DOCUMENT_TEMPLATE, documentNamed<Cycles>('cycles')), { width });
    expect(await page.locator('.drawing text.code').allTextContents()).toEqual(expect.arrayContaining(['kinds.py:36', 'kinds.py:30']));
    const covered = await page.locator('.drawing svg').evaluateAll((images) => images.flatMap((image) => {
      const texts = [...image.querySelectorAll<SVGTextElement>('text.by')].map((text) => ({ name: text.textContent, box: text.getBBox() }));
      return [...image.querySelectorAll<SVGPathElement>('path.arrow')].flatMap((path) => {
        const length = path.getTotalLength();
        const points = Array.from({ length: 200 }, (_, i) => path.getPointAtLength((i * length) / 199));
        return texts.filter(({ box }) => points.some(({ x, y }) => x > box.x && x < box.x + box.width && y > box.y + 2 && y < box.y + box.height - 2))
          .map(({ name }) => name);
      });
    }));
    expect(covered).toEqual([]);
  });
});
