import { bytes } from '../format/bytes.ts';
import { durationFromMillis } from '../format/durations.ts';
import { h } from '../view/dom.ts';
import { bar } from '../view/shell.ts';
import { themeToggle } from '../view/themeToggle.ts';
import type { ConnectionState } from './connection.ts';
import { sparkline } from './sparkline.ts';
import { worstFirst, type KeptRing, type Snapshot, type WatchedProcess } from './snapshot.ts';

const COLUMNS = ['process', 'last minute', 'longest stop', 'time in GC', 'pauses a minute', 'heap after GC', 'last minutes'];
const RUNTIMES: Record<string, string> = { jvm: 'JVM', dotnet: '.NET', go: 'Go', cpython: 'CPython', node: 'Node.js' };
const STATES: Record<ConnectionState, string> = {
  connecting: 'connecting', live: 'live', lost: 'connection lost: the numbers are old; trying again',
};

/** The live page: processes, the worst first, and what was kept. Rows stay in the document, so that focus and selection survive. */
export class LivePage {
  private readonly state = h('span', { class: 'connection', role: 'status' }, STATES.connecting);
  private readonly heading = h('h1', {}, 'Waiting for the watcher');
  private readonly rows = h('tbody');
  private readonly kept = h('ul', { class: 'kept' });
  private readonly nothingKept = h('p', { class: 'dim' },
    'Nothing has been kept yet. Keep the last minutes of a process with the button in its row, or with: unpause watch save PID');
  private readonly known = new Map<string, HTMLTableRowElement>();

  constructor(page: HTMLElement) {
    const head = h('thead', {}, h('tr', {}, ...COLUMNS.map((name) => h('th', { scope: 'col' }, name))));
    page.replaceChildren(
      bar(this.state, themeToggle(() => undefined)),
      h('main', {},
        this.heading,
        h('div', { class: 'scroll' }, h('table', { class: 'summary live' }, head, this.rows)),
        h('section', { 'aria-labelledby': 'kept' }, h('h2', { id: 'kept' }, 'Kept'), this.nothingKept, this.kept)));
  }

  connection(state: ConnectionState): void {
    if (this.state.textContent === STATES[state]) return;
    this.state.textContent = STATES[state];
    document.documentElement.classList.toggle('stale', state === 'lost');
  }

  show(snapshot: Snapshot): void {
    const processes = worstFirst(snapshot.processes);
    this.setText(this.heading, headline(processes));
    document.title = `${headline(processes)} · unpause watch`;
    const most = Math.max(1, ...processes.flatMap(({ longest }) => longest));
    const wanted = processes.map((process) => this.row(process, most));
    const keys = new Set(processes.map(({ key }) => key));
    for (const [key, row] of this.known) {
      if (keys.has(key)) continue;
      row.remove();
      this.known.delete(key);
    }
    // A row that moves loses the focus.
    const focused = this.rows.contains(document.activeElement) ? (document.activeElement as HTMLElement) : null;
    wanted.forEach((row, i) => {
      if (this.rows.children[i] !== row) this.rows.insertBefore(row, this.rows.children[i] ?? null);
    });
    if (focused !== null && document.activeElement !== focused) focused.focus({ preventScroll: true });
    this.showKept(snapshot.kept);
  }

  private row(process: WatchedProcess, most: number): HTMLTableRowElement {
    const row = this.known.get(process.key) ?? this.newRow(process);
    row.className = `${process.state}${process.alerts.length > 0 ? ' alerting' : ''}`;
    const recorded = process.state === 'live';
    const texts = [
      durationFromMillis(process.max_stop_ms), `${process.time_in_gc_percent.toFixed(process.time_in_gc_percent < 10 ? 1 : 0)} %`,
      String(process.pauses_per_minute), process.heap_after_bytes === null ? '' : bytes(process.heap_after_bytes),
    ];
    texts.forEach((text, i) => this.setText(row.cells[i + 2]!, process.state === 'refused' ? '' : text));
    this.setText(row.cells[0]!.querySelector('.note')!, noteOf(process));
    row.cells[1]!.replaceChildren(recorded ? sparkline(process.longest, most) : '');
    (row.querySelector('.row-actions') as HTMLElement).hidden = !recorded;
    return row;
  }

  private newRow(process: WatchedProcess): HTMLTableRowElement {
    const address = `report?process=${encodeURIComponent(process.key)}`;
    const keep = h('button', { type: 'button', class: 'quiet', click: () => void this.keep(process, keep) }, 'Keep');
    const row = h('tr', {},
      h('th', { scope: 'row', title: process.command },
        process.service, ' ', h('span', { class: 'dim' }, String(process.pid)), h('span', { class: 'note' })),
      h('td'), h('td'), h('td'), h('td'), h('td'),
      h('td', {}, h('span', { class: 'row-actions' },
        h('a', { href: address, target: '_blank', rel: 'noopener' }, 'Report'), ' ', keep)));
    this.known.set(process.key, row);
    return row;
  }

  private async keep(process: WatchedProcess, button: HTMLButtonElement): Promise<void> {
    button.disabled = true;
    this.setText(button, 'Keeping …');
    try {
      const answer = await fetch(`save?process=${encodeURIComponent(process.key)}`, { method: 'POST' });
      this.setText(button, answer.ok ? 'Kept' : 'Not kept');
      button.title = await answer.text();
    } catch (error) {
      this.setText(button, 'Not kept');
      button.title = String(error);
    }
    window.setTimeout(() => {
      button.disabled = false;
      this.setText(button, 'Keep');
    }, 3000);
  }

  private showKept(rings: KeptRing[]): void {
    this.nothingKept.hidden = rings.length > 0;
    const names = rings.map(({ name, verdict }) => `${name}${verdict === null ? '' : ' judged'}`).join(' ');
    if (this.kept.dataset['names'] === names) return;
    this.kept.dataset['names'] = names;
    this.kept.replaceChildren(...rings.map((ring) => h('li', {},
      h('a', { href: `kept/${encodeURIComponent(ring.name)}`, target: '_blank', rel: 'noopener' },
        `${ring.service} ${ring.pid}, ${new Date(ring.at).toTimeString().slice(0, 8)}`),
      ` ${ring.reason}. `, ring.verdict ?? 'Being read.')));
  }

  private setText(element: Element, text: string): void {
    if (element.textContent !== text) element.textContent = text;
  }
}

function noteOf({ state, runtime, version, reason, alerts, source }: WatchedProcess): string {
  if (state === 'refused') return `not recorded: ${reason ?? 'unknown reason'}`;
  if (state === 'ended') return 'has ended';
  if (alerts.length > 0) return `alert: ${alerts.join(', ')}`;
  const name = RUNTIMES[runtime] ?? runtime;
  return [version === null ? name : `${name} ${version.replace(/^go/, '')}`, source].filter(Boolean).join(', ');
}

function headline(processes: WatchedProcess[]): string {
  const recorded = processes.filter(({ state }) => state === 'live');
  const alerting = recorded.filter(({ alerts }) => alerts.length > 0);
  if (recorded.length === 0) return 'No process is recorded';
  const [worst] = [...recorded].sort((a, b) => b.max_stop_ms - a.max_stop_ms);
  const longest = worst!.max_stop_ms > 0
    ? `longest stop of the last minute: ${durationFromMillis(worst!.max_stop_ms)} (${worst!.service})`
    : 'no stop in the last minute';
  return alerting.length > 0
    ? `${alerting.length} of ${recorded.length} processes with an alert; ${longest}`
    : `${recorded.length} processes, ${longest}`;
}
