import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const TOKENS = readFileSync(new URL('../../src/style/tokens.css', import.meta.url), 'utf8');
const [LIGHT, ...DARK] = TOKENS.split(/\n +color-scheme:/).slice(1) as [string, ...string[]];

type Rgb = [r: number, g: number, b: number];
type Matrix = [Rgb, Rgb, Rgb];

/** Machado, Oliveira, Fernandes, A physiologically-based model for simulation of color vision deficiency, 2009, severity 1. */
const VISIONS: Record<string, Matrix> = {
  full: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  protanopia: [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
  deuteranopia: [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
  tritanopia: [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
};
const PAUSES = ['--pause-young', '--pause-old', '--pause-full', '--pause-other'];
const OTHERS = ['--series-1', '--series-2', '--series-3', '--series-4', '--before', '--after', '--heap', '--heap-after',
  '--fate-because', '--fate-touched', '--fate-untouched', '--fate-not-slow'];
/** A distance in CIELAB that is seen at once between small areas. */
const FAR_APART = 20;

function colour(theme: string, name: string): Rgb {
  const hex = new RegExp(`${name}: #([0-9a-f]{6})`).exec(theme)![1]!;
  return [0, 2, 4].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as Rgb;
}

function seen(from: Rgb, matrix: Matrix): Rgb {
  return matrix.map((row) => Math.min(1, Math.max(0, row[0] * from[0] + row[1] * from[1] + row[2] * from[2]))) as Rgb;
}

const luminance = ([r, g, b]: Rgb): number => 0.2126 * r + 0.7152 * g + 0.0722 * b;

function contrast(a: Rgb, b: Rgb): number {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function distance(a: Rgb, b: Rgb): number {
  const [first, second] = [lab(a), lab(b)];
  return Math.hypot(...first.map((value, i) => value - second[i]!));
}

function lab([r, g, b]: Rgb): number[] {
  const [x, y, z] = [
    (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505, luminance([r, g, b]), (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089,
  ].map((t) => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116)) as Rgb;
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

describe.each([['light', LIGHT], ...DARK.map((dark, i) => [`dark ${i + 1}`, dark])] as [string, string][])('the colours of the %s theme', (_, theme) => {
  it.each([...PAUSES, ...OTHERS])('%s has a contrast of 3 to what is behind it', (name) => {
    for (const back of ['--surface', '--page']) expect(contrast(colour(theme, name), colour(theme, back)), back).toBeGreaterThanOrEqual(3);
  });

  it.each(Object.keys(VISIONS))('tell kinds of pauses apart with %s', (vision) => {
    const colours = PAUSES.map((name) => seen(colour(theme, name), VISIONS[vision]!));
    colours.forEach((one, i) => colours.slice(i + 1).forEach((other, j) => {
      expect(distance(one, other), `${PAUSES[i]} and ${PAUSES[i + 1 + j]}`).toBeGreaterThan(FAR_APART);
    }));
  });

  it.each(Object.keys(VISIONS))('tell before and after apart with %s', (vision) => {
    const [before, after] = ['--before', '--after'].map((name) => seen(colour(theme, name), VISIONS[vision]!)) as [Rgb, Rgb];
    expect(distance(before, after)).toBeGreaterThan(FAR_APART);
  });

  it('use the colours of pauses for nothing else', () => {
    const pauses = PAUSES.slice(0, 3).map((name) => new RegExp(`${name}: (#[0-9a-f]{6})`).exec(theme)![1]);
    for (const name of OTHERS) expect(pauses).not.toContain(new RegExp(`${name}: (#[0-9a-f]{6})`).exec(theme)![1]);
  });
});

it('both dark themes are the same', () => {
  const [first, second] = DARK.map((dark) => dark.slice(0, dark.indexOf('}')).replaceAll(/\s+/g, ' '));
  expect(second).toBe(first);
});
