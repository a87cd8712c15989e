import { svg, type Child } from '../view/dom.ts';
import { drawing, type Drawn } from './drawing.ts';

/** An object of a cycle, and the name of its reference to the next one; the last refers to the first. */
export interface Step {
  node: string;
  /** The file and line of its code; null where unknown. */
  place: string | null;
  reference: string;
}

interface Box {
  x: number;
  y: number;
  /** Half of its width, and half of its height. */
  half: number;
  tall: number;
  name: string;
  place: string | null;
}

type Point = [x: number, y: number];

const [BOX_HEIGHT, LETTER, PADDING, MOST_LETTERS] = [34, 7.9, 24, 34];
/** The ellipse of a long cycle of long names needs this much; a narrower drawing is a column. */
const NARROW = 620;
const WIDEST = 760;
const ARROW_ROOM = 4;
const [LEAST_HEIGHT, HEIGHT_OF_OBJECT] = [190, 62];
const BEND = 46;
/** Half the height of a label, the space around it, and how far from the middle of its line it may stand. */
const LABEL = { half: 8, room: 4, farthest: 90 };
/** From the centre of a label to its baseline. */
const LABEL_BASELINE = 4;
/** Points of a curve between which no label fits. */
const SAMPLES = 48;
const PLACE_HEIGHT = 18;
const LOOP = { width: 90, height: 110, foot: 22 };
const COLUMN = { row: 92, side: 26, letters: 26, beside: 12 };

/** A shortest cycle: its objects clockwise on an ellipse, in a column where there is no room, and the references between them. */
export function cyclePath(steps: Step[], label: string): HTMLElement | null {
  if (steps.length === 0) return null;
  return drawing(label, (width) => {
    if (steps.length === 1) return loop(steps[0]!, width);
    return width < NARROW ? column(steps, width) : ellipse(steps, Math.min(WIDEST, width), width);
  });
}

function loop(step: Step, width: number): Drawn {
  const height = LEAST_HEIGHT;
  const box = boxAt(step, width / 2, height - BOX_HEIGHT, MOST_LETTERS);
  const top = box.y - box.tall;
  const [left, right, high] = [n(box.x - LOOP.width), n(box.x + LOOP.width), n(top - LOOP.height)];
  return { height, parts: [
    ...arrow([box.x - LOOP.foot, top], `C ${left} ${high} ${right} ${high}`,
      [box.x + LOOP.foot, top - ARROW_ROOM], [LOOP.foot - LOOP.width, LOOP.height]),
    name(box.x, top - LOOP.width, step.reference, width),
    ...drawn(box),
  ] };
}

function ellipse(steps: Step[], across: number, width: number): Drawn {
  const height = Math.max(LEAST_HEIGHT, steps.length * HEIGHT_OF_OBJECT);
  const [centre, middle] = [width / 2, height / 2];
  const boxes = steps.map((step, i) => {
    const angle = (2 * Math.PI * i) / steps.length - (steps.length === 2 ? Math.PI : Math.PI / 2);
    const box = boxAt(step, centre + Math.cos(angle) * across * 0.3, middle + Math.sin(angle) * (middle - BOX_HEIGHT), MOST_LETTERS);
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
  const bend: Point = [midX + awayX * BEND * 1.6, midY + awayY * BEND * (at.pair ? 1.6 : 0.7)];
  const [start, end] = [edge(from, bend, 0), edge(to, bend, ARROW_ROOM)];
  const line = Array.from({ length: SAMPLES + 1 }, (_, i) => onCurve(start, bend, end, i / SAMPLES));
  const text = fitting(reference, at.width);
  const [x, y] = beside(line, [from, to], [awayX, awayY], (text.length * LETTER) / 2);
  return [
    ...arrow(start, `Q ${n(bend[0])} ${n(bend[1])}`, end, [end[0] - bend[0], end[1] - bend[1]]),
    name(x, y + LABEL_BASELINE, reference, at.width),
  ];
}

/** A point of a quadratic curve. */
function onCurve(start: Point, bend: Point, end: Point, t: number): Point {
  const at = (i: 0 | 1): number => (1 - t) ** 2 * start[i] + 2 * t * (1 - t) * bend[i] + t ** 2 * end[i];
  return [at(0), at(1)];
}

/** The centre of a label next to the middle of a line: the nearest place outwards where it covers neither the line nor a box. */
function beside(line: Point[], boxes: Box[], [awayX, awayY]: Point, half: number): Point {
  const [midX, midY] = line[line.length >> 1]!;
  for (let away = LABEL.half; away < LABEL.farthest; away += 2) {
    const [x, y] = [midX + awayX * away, midY + awayY * away];
    const [wide, tall] = [half + LABEL.room, LABEL.half + LABEL.room];
    const free = line.every(([px, py]) => Math.abs(px - x) > wide || Math.abs(py - y) > tall)
      && boxes.every((box) => Math.abs(box.x - x) > wide + box.half || Math.abs(box.y - y) > tall + box.tall);
    if (free) return [x, y];
  }
  return [midX + awayX * LABEL.farthest, midY + awayY * LABEL.farthest];
}

/** The objects below each other; the last reference runs back up on the right. */
function column(steps: Step[], width: number): Drawn {
  const letters = Math.min(COLUMN.letters, Math.floor((width - 2 * COLUMN.side - PADDING) / LETTER));
  const centre = (width - COLUMN.side) / 2;
  const boxes = steps.map((step, i) => boxAt(step, centre, BOX_HEIGHT / 2 + 2 + i * COLUMN.row, letters));
  const down = steps.slice(0, -1).flatMap(({ reference }, i) => {
    const [from, to] = [boxes[i]!, boxes[i + 1]!];
    const end = to.y - to.tall - ARROW_ROOM;
    return [
      ...arrow([centre, from.y + from.tall], 'L', [centre, end], [0, 1]),
      svg('text', { class: 'code by', x: centre + COLUMN.beside, y: (from.y + from.tall + end) / 2 + LABEL_BASELINE },
        fitting(reference, width - COLUMN.side - centre - COLUMN.beside)),
    ];
  });
  const [first, last] = [boxes[0]!, boxes[boxes.length - 1]!];
  const side = width - 3;
  const foot = last.y + last.tall + 26;
  const back = [
    ...arrow([centre, last.y + last.tall], `L ${n(centre)} ${n(foot)} L ${n(side)} ${n(foot)} L ${n(side)} ${n(first.y)} L`,
      [first.x + first.half + ARROW_ROOM, first.y], [-1, 0]),
    name(centre, foot + 16, steps[steps.length - 1]!.reference, width),
  ];
  return { height: foot + 24, parts: [...down, ...back, ...boxes.flatMap(drawn)] };
}

function boxAt({ node, place }: Step, x: number, y: number, letters: number): Box {
  const [text, where] = [short(node, letters), place === null ? null : shortPlace(place, letters)];
  const tall = (BOX_HEIGHT + (where === null ? 0 : PLACE_HEIGHT)) / 2;
  return { x, y, half: (Math.max(text.length, where?.length ?? 0) * LETTER + PADDING) / 2, tall, name: text, place: where };
}

function drawn({ x, y, half, tall, name: text, place }: Box): Child[] {
  const top = y - tall;
  return [
    svg('rect', { class: 'object', x: x - half, y: top, width: 2 * half, height: 2 * tall, rx: 8 }),
    svg('text', { class: 'middle code object-name', x, y: top + BOX_HEIGHT / 2 + 5 }, text),
    place === null ? null : svg('text', { class: 'middle code', x, y: top + BOX_HEIGHT / 2 + 5 + PLACE_HEIGHT }, place),
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
  const shown = fitting(text, width);
  const half = (shown.length * LETTER) / 2;
  return svg('text', { class: 'middle code by', x: Math.min(width - half, Math.max(half, x)), y: Math.max(14, y) }, shown);
}

function fitting(text: string, width: number): string {
  return short(text, Math.min(MOST_LETTERS, Math.floor(width / LETTER)));
}

function direction(x: number, y: number): Point {
  const length = Math.hypot(x, y);
  return length < 1 ? [1, 0] : [x / length, y / length];
}

/** The point where a line from a box's centre towards a point leaves the box. */
function edge(box: Box, [x, y]: Point, room: number): Point {
  const [dx, dy] = [x - box.x, y - box.y];
  const scale = Math.min(1, (box.half + room) / Math.max(1e-6, Math.abs(dx)), (box.tall + room) / Math.max(1e-6, Math.abs(dy)));
  return [box.x + dx * scale, box.y + dy * scale];
}

/** The end of a path matters: the name of the file, and the line. */
function shortPlace(place: string, letters: number): string {
  const name = place.slice(place.lastIndexOf('/') + 1);
  return name.length <= letters ? name : `…${name.slice(name.length - letters + 1)}`;
}

function short(text: string, letters: number): string {
  return text.length <= letters ? text : `${text.slice(0, letters - 1)}…`;
}

function n(value: number): string {
  return String(Number(value.toFixed(1)));
}
