import { describe, expect, it } from 'vitest';
import { Viewport } from '../../src/chart/viewport.ts';

function seen({ min, max }: Viewport): number[] {
  return [min, max];
}

describe('Viewport', () => {
  it('stays inside the recording', () => {
    const viewport = new Viewport({ min: 0, max: 1_000 });
    viewport.show(900, 1_100);
    expect(seen(viewport)).toEqual([800, 1_000]);
    viewport.pan(-10);
    expect(seen(viewport)).toEqual([0, 200]);
    viewport.zoom(1e9);
    expect(seen(viewport)).toEqual([0, 1_000]);
    expect(viewport.zoomed).toBe(false);
  });

  it('keeps the point under the pointer where it is', () => {
    const viewport = new Viewport({ min: 0, max: 1_000 });
    viewport.zoom(0.5, 250);
    expect(seen(viewport)).toEqual([125, 625]);
  });

  it('never shows less than it can label', () => {
    const viewport = new Viewport({ min: 0, max: 1_000 });
    viewport.show(500, 500);
    expect(seen(viewport)).toEqual([490, 510]);
    const tiny = new Viewport({ min: 0, max: 5 });
    tiny.zoom(0.1);
    expect(seen(tiny)).toEqual([0, 5]);
  });

  it('shows exactly everything again, whatever rounding does', () => {
    const viewport = new Viewport({ min: -0.1, max: 1_007_123_456.7 });
    viewport.zoom(1 / 3);
    viewport.reset();
    expect([viewport.zoomed, ...seen(viewport)]).toEqual([false, -0.1, 1_007_123_456.7]);
  });

  it('notifies its listeners of changes only', () => {
    const viewport = new Viewport({ min: 0, max: 1_000 });
    let calls = 0;
    viewport.onChange(() => calls++);
    viewport.show(100, 200);
    viewport.show(100, 200);
    viewport.reset();
    expect(calls).toBe(2);
  });
});
