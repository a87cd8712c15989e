import type { Report } from './contract.ts';
import { readTimeline } from './packed.ts';
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

/** base64 → gzip → columns and JSON. */
export async function unpack(base64: string): Promise<WireTimeline> {
  return readTimeline(await unzip(bytesOf(base64)));
}

/** The last four bytes of gzip are the length of what it contains. Chunks are put there as they come, which is faster than a Response. */
async function unzip(packed: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer> {
  const stream = new DecompressionStream('gzip');
  const writer = stream.writable.getWriter();
  // A fault is that of reading.
  void writer.write(packed).then(() => writer.close()).catch(() => undefined);
  const whole = new Uint8Array(packed.length < 4 ? 0 : new DataView(packed.buffer).getUint32(packed.length - 4, true));
  let length = 0;
  const reader = stream.readable.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return length === whole.length ? whole.buffer : whole.buffer.slice(0, length);
    if (length + value.length > whole.length) throw new Error('the timeline is longer than it says');
    whole.set(value, length);
    length += value.length;
  }
}

/** By the browser where it can, which takes a fifth of the time. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const { fromBase64 } = Uint8Array as unknown as { fromBase64?: (text: string) => Uint8Array<ArrayBuffer> };
  if (fromBase64) return fromBase64.call(Uint8Array, base64);
  const binary = atob(base64);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}
