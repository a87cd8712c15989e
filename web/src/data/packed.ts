import { unknownIn, type Numbers } from './columns.ts';
import type { AnyColumn, WireProcess, WireTimeline } from './wire.ts';

/** A long column as PackedColumns in the C# library writes it: numbers before the JSON, or one number for all. */
type Packed = { count: number; value: number | null } | { count: number; at: number; width: 1 | 2 | 4 | 8; plus: number; times: number };

const LENGTH_BYTES = 8;
const BRACE = '{'.charCodeAt(0);
const LONGEST = 1e8;

/** Takes the timeline's bytes apart: only JSON, or long columns, then the JSON, then its length in 8 bytes. */
export function readTimeline(buffer: ArrayBuffer): WireTimeline {
  const bytes = new Uint8Array(buffer);
  if (bytes[0] === BRACE) return parse(bytes);
  const end = bytes.length - LENGTH_BYTES;
  const length = end < 0 ? -1 : Number(new DataView(buffer).getBigInt64(end, true));
  if (length < 0 || length > end) throw new Error('the timeline is cut off');
  const wire = parse(bytes.subarray(end - length, end));
  for (const process of wire.processes) unpackProcess(process, buffer);
  return wire;
}

function parse(bytes: Uint8Array): WireTimeline {
  return JSON.parse(new TextDecoder().decode(bytes)) as WireTimeline;
}

function unpackProcess(process: WireProcess, buffer: ArrayBuffer): void {
  const { pauses, collections, stops, requests, counters } = process;
  const rare = [collections.live_set, collections.cpu];
  for (const columns of [pauses, collections, ...rare, stops, requests, ...(counters ?? [])]) {
    for (const [name, column] of Object.entries(columns ?? {})) {
      if (isPacked(column)) (columns as Record<string, AnyColumn>)[name] = unpackColumn(column, buffer);
    }
  }
}

function isPacked(column: unknown): column is Packed {
  return typeof column === 'object' && column !== null && !Array.isArray(column) && 'count' in column;
}

/** Numbers that are not shifted stay as they are: columns.ts takes the lowest integer as unknown. */
function unpackColumn(packed: Packed, buffer: ArrayBuffer): AnyColumn {
  const { count } = packed;
  if (!(count >= 0 && count <= LONGEST)) throw new Error('a column of the timeline is too long');
  if ('value' in packed) return new Float64Array(count).fill(packed.value ?? Number.NaN);
  const { at, width, plus, times } = packed;
  if (!(at >= 0 && at + count * width <= buffer.byteLength)) throw new Error('a column of the timeline is cut off');
  const numbers = numbersIn(buffer, at, width, count);
  if (plus === 0 && times === 1) return numbers;
  const unknown = unknownIn(numbers);
  const out = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    const value = numbers[i]!;
    out[i] = value === unknown ? Number.NaN : (value + plus) * times;
  }
  return out;
}

function numbersIn(buffer: ArrayBuffer, at: number, width: number, count: number): Numbers {
  if (width === 1) return new Int8Array(buffer, at, count);
  if (width === 2) return new Int16Array(buffer, at, count);
  return width === 4 ? new Int32Array(buffer, at, count) : new Float64Array(buffer, at, count);
}
