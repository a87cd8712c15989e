import type { Viewport } from './viewport.ts';

const KEY_PAN = 0.2;
const KEY_ZOOM = 0.6;

/** Keyboard and wheel for a focusable chart region: arrows move, + and − zoom, 0 or Escape shows all. */
export function addGestures(region: HTMLElement, over: () => HTMLElement[], viewport: Viewport): void {
  region.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target !== region) return;
    if (act(event.key, viewport)) event.preventDefault();
  });
  for (const plot of over()) {
    plot.addEventListener('mousedown', () => region.focus({ preventScroll: true }));
    plot.addEventListener('wheel', (event) => wheel(event, plot, region, viewport), { passive: false });
  }
}

function act(key: string, viewport: Viewport): boolean {
  switch (key) {
    case 'ArrowLeft': viewport.pan(-KEY_PAN); return true;
    case 'ArrowRight': viewport.pan(KEY_PAN); return true;
    case '+': case '=': viewport.zoom(KEY_ZOOM); return true;
    case '-': viewport.zoom(1 / KEY_ZOOM); return true;
    case '0': case 'Escape': viewport.reset(); return true;
    default: return false;
  }
}

/** The wheel scrolls the page, unless the chart has the focus or Ctrl (pinch) is held. */
function wheel(event: WheelEvent, plot: HTMLElement, region: HTMLElement, viewport: Viewport): void {
  const sideways = event.shiftKey ? event.deltaY || event.deltaX : event.deltaX;
  if (viewport.zoomed && Math.abs(sideways) > (event.shiftKey ? 0 : Math.abs(event.deltaY))) {
    event.preventDefault();
    viewport.pan(sideways / Math.max(200, plot.clientWidth));
    return;
  }
  const working = event.ctrlKey || event.metaKey || document.activeElement === region;
  if (!working || event.deltaY === 0) return;
  event.preventDefault();
  const share = (event.clientX - plot.getBoundingClientRect().left) / plot.clientWidth;
  viewport.zoom(Math.exp(Math.max(-120, Math.min(120, event.deltaY)) * 0.004), viewport.min + share * viewport.span);
}
