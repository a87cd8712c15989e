import type { Report } from './contract.ts';
import { decodeTimelines, type Timeline } from './timeline.ts';
import { decodeTraces, type Trace } from './traces.ts';
import type { WireTimeline } from './wire.ts';

/** The data in the page, or null when the page is the empty template. */
export interface Embedded {
  report: Report;
  timelines: Timeline[];
  traces: Trace[];
}

export async function readEmbedded(root: Document): Promise<Embedded | null> {
  const json = textOf(root, 'unpause-report');
  if (json === '') return null;
  const report = JSON.parse(json) as Report;
  const packed = textOf(root, 'unpause-timeline');
  if (packed === '') return { report, timelines: [], traces: [] };
  const wire = await unpack(packed);
  return { report, timelines: decodeTimelines(wire), traces: decodeTraces(wire.traces) };
}

function textOf(root: Document, id: string): string {
  return root.getElementById(id)?.textContent?.trim() ?? '';
}

/** base64 → gzip → JSON. */
export async function unpack(base64: string): Promise<WireTimeline> {
  const binary = atob(base64);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return (await new Response(stream).json()) as WireTimeline;
}
