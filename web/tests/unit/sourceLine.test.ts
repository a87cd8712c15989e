import { describe, expect, it } from 'vitest';
import { dateText, filesText, identityParts } from '../../src/view/sourceLine.ts';

describe('an identity in one line', () => {
  it('has service, host and container, the container as short as container tools print it', () => {
    expect(identityParts({
      run_id: '5b1f', host: 'web-3', service: 'checkout', version: '2.14.1', container: '4f2a9c0d7e31b6855a90c4de17f8326b',
      processors: 1, memory_limit_bytes: 512 * 2 ** 20, labels: { zone: 'eu-1b' },
    })).toEqual(['checkout 2.14.1', 'host web-3', 'container 4f2a9c0d7e31']);
  });

  it('is empty when nothing but the run is known, in whatever way the rest is unknown', () => {
    expect(identityParts({ run_id: '5b1f', host: null, service: null, version: null, container: null, processors: null, memory_limit_bytes: null })).toEqual([]);
    expect(identityParts({})).toEqual([]);
  });

  it('says what a version without its service is', () => {
    expect(identityParts({ version: '2.14.1', processors: 4 })).toEqual(['version 2.14.1']);
  });
});

describe('a source', () => {
  it('is the first file without folders, of either kind of system, and the number of others', () => {
    expect(filesText(['/var/log/gc.log'])).toBe('gc.log');
    expect(filesText(['C:\\logs\\gc.log', 'b', 'c'])).toBe('gc.log and 2 more');
    expect(filesText([])).toBe('');
  });

  it('has its date in UTC to the minute, and what is no instant in UTC as it is', () => {
    expect(dateText('2026-03-01T14:05:09.123Z')).toBe('2026-03-01 14:05 UTC');
    expect(dateText('2026-03-01T14:05:09+02:00')).toBe('2026-03-01T14:05:09+02:00');
    expect(dateText(null)).toBeNull();
  });
});
