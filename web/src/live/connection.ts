import type { Snapshot } from './snapshot.ts';

export type ConnectionState = 'connecting' | 'live' | 'lost';

const LONGEST_SILENCE_MS = 5_000;
const RETRY_MS = 2_000;

/** Server-sent events. A connection that ends or says nothing is opened again; what is shown then says so. */
export class Connection {
  private source: EventSource | null = null;
  private silence = 0;

  constructor(
    private readonly url: string,
    private readonly taken: (snapshot: Snapshot) => void,
    private readonly changed: (state: ConnectionState) => void,
  ) {}

  open(): void {
    this.source = new EventSource(this.url);
    this.source.onmessage = ({ data }) => {
      this.watch();
      this.changed('live');
      this.taken(JSON.parse(String(data)) as Snapshot);
    };
    this.source.onerror = () => this.lose();
    this.watch();
  }

  private watch(): void {
    clearTimeout(this.silence);
    this.silence = window.setTimeout(() => this.lose(), LONGEST_SILENCE_MS);
  }

  private lose(): void {
    clearTimeout(this.silence);
    this.source?.close();
    this.source = null;
    this.changed('lost');
    window.setTimeout(() => this.open(), RETRY_MS);
  }
}
