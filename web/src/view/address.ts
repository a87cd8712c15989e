/** The part of the page's state that is in its address, so that a link shows the same view. */
export interface Shown {
  /** The section to scroll to. */
  section: string | null;
  process: number | null;
  /** The time range, in microseconds since the start of the recording. */
  zoom: { min: number; max: number } | null;
  sinceStart: boolean;
  /** Parts that are closed by default and were opened, and vice versa. */
  opened: string[];
  closed: string[];
  /** The index of the selected collection in the recording. */
  collection: number | null;
  /** The trace whose waterfall is drawn. */
  trace: string | null;
  filter: Filter;
}

/** The filter of listed collections: by generation, by cause, and by text. */
export interface Filter {
  generation: string | null;
  cause: string | null;
  text: string;
}

export const NO_FILTER: Filter = { generation: null, cause: null, text: '' };
/** Longer names and texts in an address are ignored. */
export const LONGEST_NAME = 100;

/** An address is untrusted: longer ones are ignored. */
const LONGEST = 8_000;
const MOST_PARTS = 64;
const WRITE_AFTER_MS = 150;

/** Parses a fragment. Unknown keys and numbers out of range are ignored. */
export function readAddress(fragment: string): Shown {
  const shown: Shown = {
    section: null, process: null, zoom: null, sinceStart: false, opened: [], closed: [], collection: null, trace: null,
    filter: { ...NO_FILTER },
  };
  if (fragment.length > LONGEST) return shown;
  for (const part of fragment.replace(/^#/, '').split('&')) {
    const at = part.indexOf('=');
    if (at < 0) shown.section ??= /^[a-z][a-z\d-]{0,79}$/.test(part) ? part : null;
    else take(shown, part.slice(0, at), part.slice(at + 1));
  }
  return shown;
}

function take(shown: Shown, name: string, value: string): void {
  switch (name) {
    case 'process': shown.process = whole(value); break;
    case 'collection': shown.collection = whole(value); break;
    case 'trace': shown.trace = decoded(value); break;
    case 'axis': shown.sinceStart = value === 'start'; break;
    case 'generation': shown.filter.generation = decoded(value); break;
    case 'cause': shown.filter.cause = decoded(value); break;
    case 'find': shown.filter.text = decoded(value) ?? ''; break;
    case 'open': shown.opened = list(value); break;
    case 'closed': shown.closed = list(value); break;
    case 'zoom': {
      const [, min, max] = /^(-?\d{1,15})_(-?\d{1,15})$/.exec(value) ?? [];
      if (min !== undefined && Number(min) < Number(max)) shown.zoom = { min: Number(min), max: Number(max) };
      break;
    }
    default:
  }
}

/** The fragment without its `#`; empty when nothing differs from the default. */
export function writeAddress({ section, process, zoom, sinceStart, opened, closed, collection, trace, filter }: Shown): string {
  return [
    section ?? '',
    process === null ? '' : `process=${process}`,
    zoom === null ? '' : `zoom=${Math.round(zoom.min)}_${Math.round(zoom.max)}`,
    collection === null ? '' : `collection=${collection}`,
    written('trace', trace),
    sinceStart ? 'axis=start' : '',
    written('generation', filter.generation),
    written('cause', filter.cause),
    written('find', filter.text),
    opened.length === 0 ? '' : `open=${opened.map(encodeURIComponent).join(',')}`,
    closed.length === 0 ? '' : `closed=${closed.map(encodeURIComponent).join(',')}`,
  ].filter((part) => part !== '').join('&');
}

function written(name: string, text: string | null): string {
  return text === null || text === '' || text.length > LONGEST_NAME ? '' : `${name}=${encodeURIComponent(text)}`;
}

/** The page's address: read once, and updated soon after each change, without a new history entry. */
export class Address {
  shown: Shown = readAddress(location.hash);
  private timer: ReturnType<typeof setTimeout> | undefined;

  set(part: Partial<Shown>): void {
    Object.assign(this.shown, part);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.write(), WRITE_AFTER_MS);
  }

  /** Runs when a link or the reader changed the address. `all` is whether it has more than a section. */
  onNavigate(listener: (all: boolean) => void): void {
    addEventListener('hashchange', () => {
      const read = readAddress(location.hash);
      const all = location.hash.includes('=');
      this.shown = all ? read : { ...this.shown, section: read.section };
      if (!all) this.write();
      listener(all);
    });
  }

  private write(): void {
    const fragment = writeAddress(this.shown);
    try {
      history.replaceState(null, '', fragment === '' ? `${location.pathname}${location.search}` : `#${fragment}`);
    } catch {
      // Browsers refuse this for embedded pages and very frequent updates. Then only the link is out of date.
    }
  }
}

function decoded(text: string): string | null {
  const [name] = list(text);
  return name === undefined || name === '' || name.length > LONGEST_NAME ? null : name;
}

function whole(text: string): number | null {
  return /^\d{1,9}$/.test(text) ? Number(text) : null;
}

function list(text: string): string[] {
  return text.split(',').slice(0, MOST_PARTS).flatMap((item) => {
    try {
      return [decodeURIComponent(item)];
    } catch {
      return [];
    }
  });
}
