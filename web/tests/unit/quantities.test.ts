import { describe, expect, it } from 'vitest';
import { changed, lasting, rounded, shortSigned, signed, sized, timeShare } from '../../src/format/quantities.ts';

const plain = (text: string): string => text.replaceAll('\u00a0', ' ');

/** The values of tests/Unpause.Tests/QuantitiesTests.cs and others, as C# writes them. */
describe('quantities', () => {
  it.each([
    [0, '0 ns'], [0.0005, '500 ns'], [0.412, '412 µs'], [16.16, '16.2 ms'], [1.005, '1.01 ms'], [999.96, '1000 ms'], [1240, '1.24 s'],
    [119_000, '119 s'], [187_000, '3.12 min'], [7_200_000, '2 h'],
  ])('%d milliseconds last %s', (millis, text) => expect(plain(lasting(millis))).toBe(text));

  it.each([
    [0, '0 B'], [1023, '1023 B'], [1024, '1 KiB'], [1.5 * 2 ** 30, '1.5 GiB'], [1000 * 2 ** 20, '1000 MiB'], [3 * 2 ** 50, '3072 TiB'],
  ])(
    '%d bytes are %s', (bytes, text) => expect(plain(sized(bytes))).toBe(text));

  it.each([
    [-0.9828, '−98 %'], [-0.991, '−99.1 %'], [-0.9999, '< −99.9 %'], [-1, '−100 %'], [0.06, '+6 %'], [0.003, '0 %'], [8.9, '+890 %'],
    [36.1, '×37.1'], [1233, '×1,234'],
  ])('a difference of %d is %s', (share, text) => expect(plain(changed(share))).toBe(text));

  it('signs are written, and no sign of 0', () => {
    expect(signed(-0.04, 1)).toBe('0');
    expect(signed(1.25, 1)).toBe('+1.3');
    expect(shortSigned(-24.8, 1)).toBe('−24.8');
    expect(shortSigned(-1234, 0)).toBe('−1,234');
    expect(rounded(1204.345, 2)).toBe('1,204.35');
  });

  it.each([[28.43, '28 %'], [9.84, '9.8 %'], [0.156, '0.16 %'], [100, '100 %']])(
    'a share of time of %d is %s', (share, text) => expect(plain(timeShare(share))).toBe(text));
});
