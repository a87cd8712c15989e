import { svg } from '../view/dom.ts';

const WIDTH = 120;
const HEIGHT = 22;

/** One bar a second, as high as its longest stop; the scale is the square root, so that short stops can be seen beside long ones. */
export function sparkline(longest: number[], mostMs: number): SVGSVGElement {
  const step = WIDTH / Math.max(1, longest.length);
  const bars = longest.map((ms, i) => {
    const height = ms <= 0 ? 0 : Math.max(1.5, Math.sqrt(ms / Math.max(mostMs, 1)) * HEIGHT);
    return height === 0 ? null : svg('rect', { x: i * step, y: HEIGHT - height, width: Math.max(1, step - 0.5), height });
  });
  const box = { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, width: WIDTH, height: HEIGHT };
  return svg('svg', { class: 'sparkline', ...box, 'aria-hidden': 'true' }, ...bars);
}
