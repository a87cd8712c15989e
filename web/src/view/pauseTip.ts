import type { Timeline } from '../data/timeline.ts';
import { bytes } from '../format/bytes.ts';
import { duration } from '../format/durations.ts';
import { integer } from '../format/numbers.ts';
import type { TimeScale } from '../format/timeScale.ts';
import { h } from './dom.ts';

/** A small note beside the pointer that tells about one pause; returns what shows and hides it. */
export function pauseTip(timeline: Timeline, scale: TimeScale, host: HTMLElement): (pause: number | null, left: number) => void {
  const show = besidePointer(host);
  return (pause, left) => show(pause === null ? null : lines(timeline, scale, pause), left);
}

/** A note in a chart's host that stands beside the pointer, first line strong; null hides it. */
export function besidePointer(host: HTMLElement): (text: string[] | null, left: number) => void {
  const tip = h('div', { class: 'tip', hidden: true });
  host.append(tip);
  return (text, left) => {
    tip.hidden = text === null;
    if (text === null) return;
    tip.replaceChildren(...text.map((line, i) => h('div', { class: i === 0 ? 'strong' : 'dim' }, line)));
    const plotLeft = (host.querySelector('.u-over') as HTMLElement | null)?.offsetLeft ?? 0;
    const room = host.clientWidth - tip.offsetWidth - 8;
    const beside = plotLeft + left + 14;
    const flipped = plotLeft + left - 14 - tip.offsetWidth;
    tip.style.left = `${Math.max(4, beside <= room ? beside : Math.min(flipped, room))}px`;
  };
}

function lines(timeline: Timeline, scale: TimeScale, pause: number): string[] {
  const { pauses, collections, phases } = timeline;
  const phase = pauses.phase[pause]!;
  const first = [duration(pauses.duration[pause]!), phase < 0 ? '' : phases[phase]!].filter(Boolean).join(' · ');
  const start = pauses.start[pause]!;
  const out = [first, scale.timed ? `at ${scale.moment(start)}` : scale.moment(start)];
  const wall = scale.wallTime(start);
  if (wall !== null) out.push(wall);
  const of = pauses.collection[pause]!;
  if (of < 0) return out;
  out.push(collectionLine(timeline, of));
  if (!Number.isNaN(collections.heapBefore[of]!) || !Number.isNaN(collections.heapAfter[of]!)) {
    out.push(`heap ${bytes(collections.heapBefore[of])} → ${bytes(collections.heapAfter[of])}`);
  }
  return out;
}

function collectionLine({ collections, generations, causes }: Timeline, of: number): string {
  const number = collections.number[of]!;
  const [generation, cause] = [collections.generation[of]!, collections.cause[of]!];
  return [
    Number.isNaN(number) ? 'collection' : `collection ${integer(number)}`,
    generation < 0 ? '' : generations[generation]!,
    collections.background[of] === 1 ? 'background' : '',
    cause < 0 ? '' : causes[cause]!,
    collections.induced[of] === 1 ? 'induced' : '',
  ].filter(Boolean).join(' · ');
}
