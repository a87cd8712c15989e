import type { PauseKind } from './groups.ts';

/** Shapes beside colours, so that colours are not needed to tell kinds apart. */
export type Shape = 'circle' | 'square' | 'diamond' | 'triangle';

/** The shape of each kind of pauses; timeline.css has the same for legends. */
export const SHAPE_OF: Record<PauseKind, Shape> = {
  young: 'circle', old: 'diamond', full: 'square', other: 'triangle', unknown: 'triangle',
};

/** Adds a shape to a path; `radius` in device pixels. */
export function addShape(to: CanvasRenderingContext2D, shape: Shape, x: number, y: number, radius: number): void {
  switch (shape) {
    case 'circle': to.arc(x, y, radius, 0, 2 * Math.PI); break;
    case 'square': to.rect(x - radius * 0.9, y - radius * 0.9, radius * 1.8, radius * 1.8); break;
    case 'diamond': polygon(to, [[x, y - radius * 1.35], [x + radius * 1.35, y], [x, y + radius * 1.35], [x - radius * 1.35, y]]); break;
    case 'triangle': polygon(to, [[x, y - radius * 1.2], [x + radius * 1.2, y + radius], [x - radius * 1.2, y + radius]]); break;
  }
}

function polygon(to: CanvasRenderingContext2D, corners: [x: number, y: number][]): void {
  corners.forEach(([x, y], i) => (i === 0 ? to.moveTo(x, y) : to.lineTo(x, y)));
  to.closePath();
}
