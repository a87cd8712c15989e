import { describe, expect, it } from 'vitest';
import { isInvestigation } from '../../src/view/advice.ts';
import { firstSentence } from '../../src/view/firstAction.ts';

describe('an advice', () => {
  it.each([
    ['Check what uses the CPUs during the pauses.', 'vmstat 1'],
    ['99 % of the young bytes survive each collection.', 'unpause heap PID --by plunge'],
    ['To see the types of these objects, record with allocations.', undefined],
    ['The recording does not show the cause. Record an allocation profile.', undefined],
    ['Look for code that keeps finished work reachable.', undefined],
  ])('that looks for something is an investigation: %s', (text, setting) => {
    expect(isInvestigation({ text, ...(setting === undefined ? {} : { setting }) })).toBe(true);
  });

  it.each([
    ['Let the heap grow more between GC cycles.', 'GOGC=800'],
    ['Give the heap more room first.', '-Xmx200m'],
    ['Remove the call in Notify.', undefined],
    ['Seed the cache at start.', undefined],
  ])('that changes something can be tried now: %s', (text, setting) => {
    expect(isInvestigation({ text, ...(setting === undefined ? {} : { setting }) })).toBe(false);
  });
});

describe('its first sentence', () => {
  it('ends before the next one, not in a version or an abbreviation', () => {
    expect(firstSentence('Use .NET 8.0.1 or later, e.g. in tests. Then measure.')).toBe('Use .NET 8.0.1 or later, e.g. in tests.');
    expect(firstSentence('One only')).toBe('One only');
  });

  it('is cut between words where it is very long', () => {
    const cut = firstSentence(`${'word '.repeat(100)}end. Next.`);
    expect(cut.length).toBeLessThan(225);
    expect(cut.endsWith('word …')).toBe(true);
  });
});
