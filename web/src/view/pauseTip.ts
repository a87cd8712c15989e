import type { Marks } from '../data/marks.ts';
import type { CollectionColumns, Timeline } from '../data/timeline.ts';
import { bytes } from '../format/bytes.ts';
import { duration } from '../format/durations.ts';
import { decimals, integer } from '../format/numbers.ts';
import type { TimeScale } from '../format/timeScale.ts';
import { withInduced } from './causes.ts';
import { h } from './dom.ts';

/** A tooltip next to the pointer, first line bold; null hides it. */
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

/** Known facts about one pause, the most important first. */
export function markLines(timeline: Timeline, marks: Marks, scale: TimeScale, mark: number, toStop: string): string[] {
  const name = marks.name[mark]!;
  const start = marks.start[mark]!;
  const out = [[duration(marks.duration[mark]!), name < 0 ? '' : marks.names[name]!].filter(Boolean).join(' · ')];
  if (marks.own && marks.halt) out.push(...partsOfStop(marks.halt[mark]!, marks.own[mark]!, toStop));
  out.push(scale.timed ? `at ${scale.moment(start)}` : scale.moment(start));
  const other = scale.otherMoment(start);
  if (other !== null) out.push(other);
  const of = marks.collection[mark]!;
  return of < 0 ? out : [...out, ...collectionLines(timeline, of)];
}

function partsOfStop(halt: number, own: number, toStop: string): string[] {
  return [
    Number.isNaN(halt) ? '' : `${toStop} ${duration(halt)}`,
    Number.isNaN(own) ? 'no GC pause' : `GC pause ${duration(own)}`,
  ].filter(Boolean).slice(0, 2);
}

function collectionLines({ collections, generations, causes }: Timeline, of: number): string[] {
  const number = collections.number[of]!;
  const [generation, cause] = [collections.generation[of]!, collections.cause[of]!];
  const line = [
    Number.isNaN(number) ? 'collection' : `collection ${integer(number)}`,
    generation < 0 ? '' : generations[generation]!,
    collections.background[of] === 1 ? 'background' : '',
    withInduced(cause < 0 ? '' : causes[cause]!, collections.induced[of] === 1),
  ].filter(Boolean).join(' · ');
  const [before, after] = [collections.heapBefore[of]!, collections.heapAfter[of]!];
  const sizes = Number.isNaN(before) && Number.isNaN(after) ? [] : [`heap ${bytes(before)} → ${bytes(after)}`];
  const cpu = cpusUsed(collections, of);
  return cpu === null ? [line, ...sizes] : [line, ...sizes, cpu];
}

/** `CPU 120 ms in 310 ms: 0.4 CPUs`; null where unknown. The CPU time of a concurrent cycle is not that of its pauses. */
export function cpusUsed({ cpu, pause, background }: CollectionColumns, of: number): string | null {
  if (cpu === null || Number.isNaN(cpu[of]!) || background[of] === 1 || !(pause[of]! > 0)) return null;
  return `CPU ${duration(cpu[of]!)} in ${duration(pause[of]!)}: ${decimals(cpu[of]! / pause[of]!, 1)} CPUs`;
}
