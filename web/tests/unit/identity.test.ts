import { describe, expect, it } from 'vitest';
import { identityParts } from '../../src/view/identityLine.ts';

describe('an identity in one line', () => {
  it('has every part that is known, the container as short as container tools print it', () => {
    expect(identityParts({
      run_id: '5b1f', host: 'web-3', service: 'checkout', version: '2.14.1', container: '4f2a9c0d7e31b6855a90c4de17f8326b',
      processors: 1, memory_limit_bytes: 512 * 2 ** 20, labels: { zone: 'eu-1b' },
    })).toEqual(['checkout 2.14.1', 'host web-3', 'container 4f2a9c0d7e31', '1 processor', 'memory limit 512\u00a0MiB', 'zone=eu-1b']);
  });

  it('is empty when nothing but the run is known, in whatever way the rest is unknown', () => {
    expect(identityParts({ run_id: '5b1f', host: null, service: null, version: null, container: null, processors: null, memory_limit_bytes: null })).toEqual([]);
    expect(identityParts({})).toEqual([]);
  });

  it('says what a version without its service is', () => {
    expect(identityParts({ version: '2.14.1', processors: 4 })).toEqual(['version 2.14.1', '4 processors']);
  });

  it('shows a few of many labels and counts the others', () => {
    const labels = Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`label-${i}`, 'x']));
    const parts = identityParts({ labels });
    expect(parts.slice(0, 2)).toEqual(['label-0=x', 'label-1=x']);
    expect(parts.slice(5)).toEqual(['label-5=x', '34 more labels']);
  });
});
