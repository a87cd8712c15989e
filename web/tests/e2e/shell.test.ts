import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { CATALOGUE } from '../../fixtures/catalogue.ts';
import { documentNamed, fillDocument } from '../../fixtures/documents.ts';
import type { Tune } from '../../src/data/tuneContract.ts';
import { DOCUMENT_TEMPLATE, reportPages } from './browser.ts';

const reports = reportPages();
let page: Page;

const plain = (text: string | null): string => (text ?? '').replaceAll('\u00a0', ' ');
const top = (selector: string): Promise<number> => page.locator(selector).first().evaluate((element) => element.getBoundingClientRect().top);
const bottom = (selector: string): Promise<number> =>
  page.locator(selector).first().evaluate((element) => element.getBoundingClientRect().bottom);

describe('the tab', () => {
  it('has the service or file and the longest pause of the process that is shown', async () => {
    page = await reports.open(CATALOGUE['ten']!());
    expect(await page.title()).toMatch(/^checkout · [\d.]+ ms max · unpause$/);
    page = await reports.open(CATALOGUE['several']!());
    const file = CATALOGUE['several']!().report.processes[1]!.source.files[0]!.split('/').pop()!;
    await page.getByRole('button', { name: /worker 2/ }).click();
    expect(await page.title()).toBe(`${file} · ${plain(await page.locator('.card .value').first().textContent())} max · unpause`);
  });
});

describe('the fix', () => {
  it.each([['ten', 1440, 1000], ['ten', 390, 844], ['thousands', 390, 844], ['hostile', 1440, 1000]] as const)(
    'of %s is above the fold at %d × %d', async (name, width, height) => {
      page = await reports.open(CATALOGUE[name]!(), { width });
      expect(await bottom('.first-action')).toBeLessThan(height);
      expect(await top('.headline h1')).toBeLessThan(await top('.first-action'));
      expect(await bottom('.first-action')).toBeLessThan(await top('.numbers'));
    });

  it('names its cause where the verdict does not, its first sentence, and copies the command', async () => {
    page = await reports.open(CATALOGUE['ten']!());
    const action = page.locator('.first-action');
    expect(await action.locator('.first-cause').textContent()).toBe('Code induces full collections.');
    expect(await action.locator('p').last().textContent()).toMatch(/^First: Find who calls GC\.Collect: record the stack of the trigger\. /);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await action.getByRole('button', { name: /^Copy/ }).click();
    await page.waitForFunction(() => document.querySelector('.first-action .copy')!.textContent === 'Copied');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('unpause record 4242 --for 60s --stacks');
  });

  it('does not repeat a cause that the verdict names', async () => {
    const fixture = CATALOGUE['ten']!();
    fixture.report.verdict += ` Cause of most of it: ${fixture.report.findings[0]!.title}.`;
    page = await reports.open(fixture);
    expect(await page.locator('.first-action').count()).toBe(1);
    expect(await page.locator('.first-cause').count()).toBe(0);
  });

  it('is absent where nothing was found', async () => {
    page = await reports.open(CATALOGUE['one']!());
    expect(await page.locator('.first-action').count()).toBe(0);
  });

  it('of a part of the recording is that of the finding that explains it', async () => {
    page = await reports.open(CATALOGUE['ten']!(), { fragment: '#zoom=0_1000000' });
    await page.waitForFunction(() => document.querySelector('.part-bar')!.textContent!.startsWith('Shown: '));
    expect(await page.locator('.first-action').count()).toBe(await page.locator('.finding .part-note', { hasText: 'Here it explains' }).count() > 0 ? 1 : 0);
  });
});

describe('advice', () => {
  it('is numbered over both kinds, the first one first, and what changes something apart from what investigates', async () => {
    const fixture = CATALOGUE['ten']!();
    fixture.report.findings[0]!.advice = [
      { text: 'Find who calls GC.Collect: record the stack of the trigger.', code: 'unpause record 4242 --for 60s --stacks' },
      { text: 'Or let the collector decide.', code: 'GC.Collect(2, GCCollectionMode.Optimized);' },
      { text: 'Look at the callers.' },
    ];
    page = await reports.open(fixture);
    const advice = page.locator('.finding').first().locator('.advice');
    expect(await advice.locator('h4').allTextContents()).toEqual(['Investigate', 'Try now']);
    expect(await advice.locator('ol').evaluateAll((lists) => lists.map((list) => (list as HTMLOListElement).start))).toEqual([1, 3]);
    expect(await advice.locator('li').evaluateAll((items) => items.map((item) => item.firstChild!.textContent))).toEqual([
      'Find who calls GC.Collect: record the stack of the trigger.', 'Look at the callers.', 'Let the collector decide.',
    ]);
    expect(await advice.locator('li.primary').evaluateAll((items) => items.map((item) => item.firstChild!.textContent))).toEqual([
      'Find who calls GC.Collect: record the stack of the trigger.',
    ]);
  });

  it('has three rows of evidence, and the rest is folded', async () => {
    const fixture = CATALOGUE['ten']!();
    const evidence = fixture.report.findings[0]!.evidence;
    fixture.report.findings[0]!.evidence = Array.from({ length: 6 }, (_, i) => ({ ...evidence[0]!, text: `row ${i}` }));
    page = await reports.open(fixture);
    const card = page.locator('.finding').first();
    expect(await card.locator('.evidence tr:visible').count()).toBe(3);
    await card.getByText('3 more rows of evidence').click();
    expect(await card.locator('.evidence tr:visible').count()).toBe(6);
  });
});

describe('what is only unknown', () => {
  it('has no row, no column and no fact', async () => {
    const fixture = CATALOGUE['ten']!();
    const process = fixture.report.processes[0]!;
    for (const row of process.collections.by_cause) row.pause_max_ms = null;
    process.collections.by_cause.push({ ...process.collections.by_cause[0]!, cause: null, runtime_cause: null, count: null as never, pause_total_ms: null as never });
    process.heap = null as never;
    page = await reports.open(fixture);
    const causes = page.getByRole('region', { name: 'By cause' });
    expect(await causes.locator('thead th').allTextContents()).toEqual(['Cause', 'Collections', 'Total, ms']);
    expect(await causes.locator('tbody tr').count()).toBe(process.collections.by_cause.length - 1);
    expect(await page.locator('.grid-facts').allTextContents().then((all) => all.join())).not.toContain('unknown');
  });
});

describe('on a phone', () => {
  const folds = (): Promise<string[]> => page.locator('details.fold:not([open]) > summary').allTextContents();

  it('everything below the findings is folded under its heading, and the page is short', async () => {
    page = await reports.open(CATALOGUE['ten']!(), { width: 390 });
    expect(await folds()).toEqual(expect.arrayContaining(['Where the time goes', 'More numbers', 'Collections']));
    expect(await page.locator('#timeline canvas').first().isVisible()).toBe(true);
    expect(await page.locator('.finding').first().isVisible()).toBe(true);
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(4_500);
  });

  it('a heading opens its section, which the address remembers', async () => {
    page = await reports.open(CATALOGUE['ten']!(), { width: 390 });
    await page.locator('#collections summary').click();
    expect(await page.locator('#collections tbody tr:not(.spacer)').first().isVisible()).toBe(true);
    await page.waitForFunction(() => location.hash.includes('open=section-collections'));
    const link = await page.evaluate(() => location.hash);
    page = await reports.open(CATALOGUE['ten']!(), { width: 390, fragment: link });
    expect(await page.locator('#collections table').isVisible()).toBe(true);
  });

  it('a link to a section opens it', async () => {
    page = await reports.open(CATALOGUE['ten']!(), { width: 390, fragment: '#more-numbers' });
    expect(await page.locator('#more-numbers .grid-facts').isVisible()).toBe(true);
    await page.locator('.sections a', { hasText: 'Collections' }).click();
    expect(await page.locator('#collections table').isVisible()).toBe(true);
  });

  it('nothing is folded on a wide page, nor after the phone was turned', async () => {
    page = await reports.open(CATALOGUE['ten']!(), { width: 390 });
    expect(await page.locator('details.fold').count()).toBeGreaterThan(3);
    await page.setViewportSize({ width: 844, height: 390 });
    await page.waitForFunction(() => document.querySelectorAll('details.fold').length === 0);
    expect(await page.locator('#more-numbers > h2 + .grid-facts').count()).toBe(1);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.waitForFunction(() => document.querySelectorAll('details.fold').length > 3);
  });

  it('the first column of a table stays in sight, and no word of a table is broken', async () => {
    page = await reports.open(CATALOGUE['ten']!(), { width: 390 });
    await page.locator('#where-the-time-goes summary').click();
    const box = page.locator('#where-the-time-goes .scroll').first();
    const left = (): Promise<number> => box.locator('tbody th').first().evaluate((cell) => Math.round(cell.getBoundingClientRect().left));
    const before = await left();
    await box.evaluate((scroller) => (scroller.scrollLeft = scroller.scrollWidth));
    expect(await left()).toBe(before);
    const broken = await page.locator('#where-the-time-goes th, #where-the-time-goes td').evaluateAll((cells) => cells.flatMap((cell) => {
      const walk = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
      const words: string[] = [];
      while (walk.nextNode()) {
        for (const { 0: word, index } of walk.currentNode.textContent!.matchAll(/\p{L}+/gu)) {
          const range = document.createRange();
          range.setStart(walk.currentNode, index);
          range.setEnd(walk.currentNode, index + word.length);
          if (new Set([...range.getClientRects()].map(({ top: at }) => Math.round(at))).size > 1) words.push(word);
        }
      }
      return words;
    }));
    expect(broken).toEqual([]);
  });
});

/** Whether the page scrolls sideways with every part open, and how many texts of its drawings are smaller than 10 pixels. */
function sidewaysAndSmall(): Promise<[number, number]> {
  return page.evaluate(async () => {
    for (const part of document.querySelectorAll('details')) part.open = true;
    // Drawings are drawn again for their width.
    for (let i = 0; i < 3; i++) await new Promise(requestAnimationFrame);
    const small = [...document.querySelectorAll<SVGTextElement>('svg text')].filter((text) => {
      const image = text.ownerSVGElement!;
      const drawn = image.getBoundingClientRect().width;
      const scale = drawn / (image.viewBox.baseVal.width || drawn);
      return drawn > 0 && Number.parseFloat(getComputedStyle(text).fontSize) * scale < 9.9;
    });
    return [document.documentElement.scrollWidth - document.documentElement.clientWidth, small.length] as [number, number];
  });
}

describe('every width', () => {
  const WIDTHS = [1440, 1024, 768, 390];

  it.each(['ten', 'requests', 'hostile', 'several'].flatMap((name) => WIDTHS.map((width) => [name, width] as const)))(
    'report %s at %d pixels does not scroll sideways and stays readable, in either theme, with every part open', async (name, width) => {
      for (const dark of [false, true]) {
        page = await reports.open(CATALOGUE[name]!(), { width, dark });
        expect(await sidewaysAndSmall()).toEqual([0, 0]);
        await page.close();
      }
    });

  it.each(['models', 'law', 'cycles', 'single', 'tune'].flatMap((name) => WIDTHS.map((width) => [name, width] as const)))(
    'document %s at %d pixels does not scroll sideways and stays readable, in either theme, with every part open', async (name, width) => {
      for (const dark of [false, true]) {
        page = await reports.openHtml(fillDocument(DOCUMENT_TEMPLATE, documentNamed(name)), { width, dark });
        expect(await sidewaysAndSmall()).toEqual([0, 0]);
        await page.close();
      }
    });
});

describe('every document', () => {
  const show = async (name: string, width = 1280, fragment = ''): Promise<void> => {
    page = await reports.openHtml(fillDocument(DOCUMENT_TEMPLATE, documentNamed(name)), { width, fragment });
  };

  it.each([
    ['law', '10 GiB · memory law · unpause', null],
    ['models', 'parallel-800m.log.gz and 3 more · GC time by memory · unpause', 'parallel-800m.log.gz and 3 more'],
    ['cycles', 'process 1466 · 5 kinds of reference cycles · unpause', 'process 1466 · CPython 3.11.2'],
    ['single', 'retaining-g1-jdk17.log.gz → dropped-g1-jdk17.log.gz · GC time −19 points · unpause',
      'retaining-g1-jdk17.log.gz → dropped-g1-jdk17.log.gz · 2 runs'],
    ['tune', 'gunicorn --chdir labs/recommendations --workers 1 --bind 12… · threshold=10000,20,10 · unpause',
      'gunicorn --chdir labs/recommendations --workers 1 --bind 127.0.0.1:8931 service:app · 4 settings · 14 trials · seed 7'],
  ])('%s has a tab title, a source line, and links to its sections', async (name, title, source) => {
    await show(name);
    expect(await page.title()).toBe(title);
    expect(await page.locator('.source-line').allTextContents()).toEqual(source === null ? [] : [source]);
    const targets = await page.locator('.sections a').evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    expect(targets.length).toBeGreaterThan(0);
    for (const target of targets) expect(await page.locator(`main section${target}`).count()).toBe(1);
    expect(await page.locator('main section:not([id])').count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Theme' }).count()).toBe(1);
  });

  it('keeps its first section open on a phone, and a link opens another', async () => {
    await show('tune', 390);
    expect(await page.locator('#settings table').isVisible()).toBe(true);
    expect(await page.locator('#trials table').isVisible()).toBe(false);
    await page.locator('.sections a', { hasText: 'Trials' }).click();
    expect(await page.locator('#trials table').isVisible()).toBe(true);
    await show('tune', 390, '#cost-of-gc');
    expect(await page.locator('#cost-of-gc table').first().isVisible()).toBe(true);
  });
});

describe('the page of tune', () => {
  const open = async (change: (shown: Tune) => void = () => undefined): Promise<void> => {
    const shown = documentNamed<Tune>('tune');
    change(shown);
    page = await reports.openHtml(fillDocument(DOCUMENT_TEMPLATE, shown));
  };

  it('has the chosen setting to copy, every setting in the chart with its ranges, refused ones and every trial', async () => {
    await open();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.locator('.chosen-setting .copy').first().click();
    await page.waitForFunction(() => document.querySelector('.chosen-setting .copy')!.textContent === 'Copied');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('UNPAUSE_PYTHON_GC_THRESHOLD=10000,20,10');
    expect(await page.locator('svg circle').count()).toBe(4);
    expect(await page.locator('svg circle.mark').count()).toBe(1);
    expect(await page.locator('svg .trial-range').count()).toBe(8);
    expect(await page.locator('svg .setting-name').allTextContents()).toEqual(
      expect.arrayContaining(['default', 'threshold=10000,20,10', 'threshold=50000,50,50', 'freeze=ready']));
    expect(await page.locator('#refused-and-stopped li').count()).toBe(2);
    expect(await page.locator('#trials tbody tr').count()).toBe(14);
    expect(await page.locator('#trials').textContent()).toContain('failed: CMD was not ready within 120 s');
  });

  it('has no empty part where an older document has no costs, no price and no choice', async () => {
    await open((shown) => {
      for (const key of ['tool_version', 'command', 'cost_sentences', 'priced_per', 'wall_overhead', 'cpu_overhead'] as const) delete shown[key];
      shown.chosen = null;
      shown.outcome = 'within_noise';
      for (const setting of shown.settings) {
        for (const key of ['effects', 'notes', 'price', 'wall_overhead', 'cpu_overhead'] as const) delete setting[key];
        Object.assign(setting, { broken_constraints: [], stop_reason: null });
      }
    });
    expect(await page.locator('main section').evaluateAll((all) => all.map(({ id }) => id))).toEqual(['settings', 'latency-and-memory', 'trials']);
    expect(await page.locator('.chosen-setting').count()).toBe(0);
    expect(await page.title()).toBe('tune · within noise · unpause');
    expect(await page.locator('main').textContent()).not.toMatch(/undefined|null|NaN/);
  });
});
