import { longestMark, type Marks } from '../data/marks.ts';
import type { Timeline } from '../data/timeline.ts';
import { duration } from '../format/durations.ts';
import type { Selection } from '../view/selection.ts';
import type { Finder } from './search.ts';

/** Finds a collection by its number, as a log or the table has it: `42`, `#42`, `GC 42`, `GC(42)`, `collection 42`. */
export function collectionFinder(timeline: Timeline, marks: Marks, selection: Selection): Finder {
  const { collections: of, generations, causes } = timeline;
  return (typed) => {
    const number = /^(?:gc|collection|#)?[\s(#]*(\d{1,9})\)?$/.exec(typed)?.[1];
    if (number === undefined) return [];
    const at = of.number.indexOf(Number(number));
    if (at < 0) return [];
    const paused = Number.isNaN(of.pause[at]!) ? undefined : duration(of.pause[at]!);
    const words = [generations[of.generation[at]!], causes[of.cause[at]!], paused];
    return [{
      kind: 'collection',
      text: [number, ...words.filter((word) => word !== undefined)].join(' · '),
      go: () => {
        selection.choose(at, longestMark(marks, at));
        document.getElementById('collections')?.scrollIntoView({ block: 'start' });
      },
    }];
  };
}
