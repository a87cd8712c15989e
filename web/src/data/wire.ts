/**
 * The timeline element as TimelineJson in the C# library writes it: columns of whole numbers, times in microseconds since
 * the recording's zero. `start`, `collection` and `number` hold the difference to the value before (null passes without
 * counting); null anywhere means "not known".
 */
export interface WireTimeline {
  version: number;
  processes: WireProcess[];
}

export interface WireProcess {
  duration: number | null;
  phases: string[];
  pauses: Record<'start' | 'duration' | 'collection' | 'phase', Column>;
  generations: string[];
  causes: string[];
  collections: Record<CollectionColumn, Column>;
}

type CollectionColumn =
  | 'number' | 'generation' | 'background' | 'cause' | 'induced' | 'start' | 'length' | 'pause'
  | 'heap_before' | 'heap_after' | 'promoted';

type Column = (number | null)[];
