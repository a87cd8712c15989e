import { svg, type Child } from '../view/dom.ts';
import { drawing, type Drawn } from './drawing.ts';

/** An object of a cycle, and the name of its reference to the next one; the last refers to the first. */
export interface Step {
  node: string;
  reference: string;
}

interface Box {
  x: number;
  y: number;
  half: number;
  name: string;
}

const [BOX_HEIGHT, LETTER, PADDING, MOST_LETTERS] = [34, 7.9, 24, 34];
/** The ellipse of a long cycle of long names needs this much; a narrower drawing is a column. */
const NARROW = 620;
const WIDEST = 760;
const ARROW_ROOM = 4;
const [LEAST_HEIGHT, HEIGHT_OF_OBJECT] = [190, 62];
const BEND = 46;
const [LABEL_ABOVE, LABEL_BELOW] = [8, 18];
const LOOP = { width: 90, height: 110, foot: 22 };
const COLUMN = { row: 84, side: 26, letters: 26 };

/** A shortest cycle: its objects clockwise on an ellipse, in a column where there is no room, and the references between them. */
export function cyclePath(steps: Step[], label: string): HTMLElement | null {
  if (steps.length === 0) return null;
  return drawing(label, (width) => {
    if (steps.length === 1) return loop(steps[0]!, width);
    return width < NARROW ? column(steps, width) : ellipse(steps, Math.min(WIDEST, width), width);
  });
}

function loop({ node, reference }: Step, width: number): Drawn {
  const height = LEAST_HEIGHT;
  const box = boxAt(node, width / 2, height - BOX_HEIGHT, MOST_LETTERS);
  const top = box.y - BOX_HEIGHT / 2;
  const [left, right, high] = [n(box.x - LOOP.width), n(box.x + LOOP.width), n(top - LOOP.height)];
  return { height, parts: [
    ...arrow([box.x - LOOP.foot, top], `C ${left} ${high} ${right} ${high}`,
      [box.x + LOOP.foot, top - ARROW_ROOM], [LOOP.foot - LOOP.width, LOOP.height]),
    name(box.x, top - LOOP.width, reference, width),
    ...drawn(box),
  ] };
}

function ellipse(steps: Step[], across: number, width: number): Drawn {
  const height = Math.max(LEAST_HEIGHT, steps.length * HEIGHT_OF_OBJECT);
  const [centre, middle] = [width / 2, height / 2];
  const boxes = steps.map(({ node }, i) => {
    const angle = (2 * Math.PI * i) / steps.length - (steps.length === 2 ? Math.PI : Math.PI / 2);
    const box = boxAt(node, centre + Math.cos(angle) * across * 0.3, middle + Math.sin(angle) * (middle - BOX_HEIGHT), MOST_LETTERS);
    return { ...box, x: Math.min(width - box.half - 2, Math.max(box.half + 2, box.x)) };
  });
  const references = steps.flatMap(({ reference }, i) => {
    const [from, to] = [boxes[i]!, boxes[(i + 1) % boxes.length]!];
    return bent(from, to, reference, { pair: steps.length === 2, centre, middle, width });
  });
  return { height, parts: [...references, ...boxes.flatMap(drawn)] };
}

/** Two references between the same boxes are drawn apart; any other bends outwards. */
function bent(from: Box, to: Box, reference: string, at: { pair: boolean; centre: number; middle: number; width: number }): Child[] {
  const [midX, midY] = [(from.x + to.x) / 2, (from.y + to.y) / 2];
  const [awayX, awayY] = at.pair ? [0, from.x < to.x ? -1 : 1] : direction(midX - at.centre, midY - at.middle);
  const bend: [number, number] = [midX + awayX * BEND * 1.6, midY + awayY * BEND * (at.pair ? 1.6 : 0.7)];
  const [start, end] = [edge(from, bend, 0), edge(to, bend, ARROW_ROOM)];
  const label = bend[1] > midY ? LABEL_BELOW : -LABEL_ABOVE;
  return [
    ...arrow(start, `Q ${n(bend[0])} ${n(bend[1])}`, end, [end[0] - bend[0], end[1] - bend[1]]),
    name((start[0] + 2 * bend[0] + end[0]) / 4, (start[1] + 2 * bend[1] + end[1]) / 4 + label, reference, at.width),
  ];
}

/** The objects below each other; the last reference runs back up on the right. */
function column(steps: Step[], width: number): Drawn {
  const letters = Math.min(COLUMN.letters, Math.floor((width - 2 * COLUMN.side - PADDING) / LETTER));
  const centre = (width - COLUMN.side) / 2;
  const boxes = steps.map(({ node }, i) => boxAt(node, centre, BOX_HEIGHT / 2 + 2 + i * COLUMN.row, letters));
  const down = steps.slice(0, -1).flatMap(({ reference }, i) => {
    const [from, to] = [boxes[i]!, boxes[i + 1]!];
    const end = to.y - BOX_HEIGHT / 2 - ARROW_ROOM;
    return [
      ...arrow([centre, from.y + BOX_HEIGHT / 2], 'L', [centre, end], [0, 1]),
      name(centre, (from.y + to.y) / 2 + 4, reference, width),
    ];
  });
  const [first, last] = [boxes[0]!, boxes[boxes.length - 1]!];
  const side = width - 3;
  const foot = last.y + BOX_HEIGHT / 2 + 26;
  const back = [
    ...arrow([centre, last.y + BOX_HEIGHT / 2], `L ${n(centre)} ${n(foot)} L ${n(side)} ${n(foot)} L ${n(side)} ${n(first.y)} L`,
      [first.x + first.half + ARROW_ROOM, first.y], [-1, 0]),
    name(centre, foot + 16, steps[steps.length - 1]!.reference, width),
  ];
  return { height: foot + 24, parts: [...down, ...back, ...boxes.flatMap(drawn)] };
}

function boxAt(node: string, x: number, y: number, letters: number): Box {
  const text = short(node, letters);
  return { x, y, half: (text.length * LETTER + PADDING) / 2, name: text };
}

function drawn({ x, y, half, name: text }: Box): Child[] {
  return [
    svg('rect', { class: 'object', x: x - half, y: y - BOX_HEIGHT / 2, width: 2 * half, height: BOX_HEIGHT, rx: 8 }),
    svg('text', { class: 'middle code object-name', x, y: y + 5 }, text),
  ];
}

/** A line with a head that points in a direction. */
function arrow(start: [number, number], way: string, end: [number, number], [towardsX, towardsY]: [number, number]): Child[] {
  const angle = (Math.atan2(towardsY, towardsX) * 180) / Math.PI;
  const tip = `${n(end[0])} ${n(end[1])}`;
  return [
    svg('path', { class: 'arrow', d: `M ${n(start[0])} ${n(start[1])} ${way} ${tip}` }),
    svg('path', { class: 'arrow-head', d: 'M -9 -5 L 1 0 L -9 5 z', transform: `translate(${tip}) rotate(${n(angle)})` }),
  ];
}

function name(x: number, y: number, text: string, width: number): Child {
  const shown = short(text, Math.min(MOST_LETTERS, Math.floor(width / LETTER)));
  const half = (shown.length * LETTER) / 2;
  return svg('text', { class: 'middle code by', x: Math.min(width - half, Math.max(half, x)), y: Math.max(14, y) }, shown);
}

function direction(x: number, y: number): [number, number] {
  const length = Math.hypot(x, y);
  return length < 1 ? [1, 0] : [x / length, y / length];
}

/** The point where a line from a box's centre towards a point leaves the box. */
function edge(box: Box, [x, y]: [number, number], room: number): [number, number] {
  const [dx, dy] = [x - box.x, y - box.y];
  const scale = Math.min(1, (box.half + room) / Math.max(1e-6, Math.abs(dx)), (BOX_HEIGHT / 2 + room) / Math.max(1e-6, Math.abs(dy)));
  return [box.x + dx * scale, box.y + dy * scale];
}

function short(text: string, letters: number): string {
  return text.length <= letters ? text : `${text.slice(0, letters - 1)}…`;
}

function n(value: number): string {
  return String(Number(value.toFixed(1)));
}
