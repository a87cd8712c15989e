import type { ProcessReport, Report } from '../data/contract.ts';
import { durationFromMillis } from '../format/durations.ts';
import { integer, percent } from '../format/numbers.ts';
import { h, section } from './dom.ts';
import { processName, runtimeName } from './names.ts';
import { scrollBox } from './scrollBox.ts';
import { baseName, CONTAINER_SHOWN, filesText } from './sourceLine.ts';
import { exact } from '../work/exact.ts';

/** The report's processes; one of them is shown below. */
export interface ProcessSwitcher {
  element: HTMLElement;
  choose: (index: number) => void;
}

/** A table of the report's processes; each row's button shows that process below. Null when there is only one. */
export function processSwitcher(report: Report, selected: number, show: (index: number) => void): ProcessSwitcher | null {
  if (report.processes.length < 2) return null;
  const buttons: HTMLButtonElement[] = [];
  const rows = report.processes.map((process, index) => {
    const name = processName(process, index);
    const button = h('button', { type: 'button', class: 'process', title: name, click: () => choose(index) }, name);
    buttons.push(button);
    const found = report.findings.filter((finding) => finding.process === index).length;
    const beside = origin(process, name);
    return h('tr', { click: (event) => event.target instanceof HTMLButtonElement || choose(index) },
      h('th', { scope: 'row' }, button, beside !== '' && h('div', { class: 'note', title: process.source.files.join(', ') }, beside)),
      h('td', {}, process.source.pid === null || process.source.pid === undefined ? '–' : String(process.source.pid)),
      h('td', { class: 'word' }, runtimeName(process)),
      h('td', {}, integer(felt(process).count)),
      h('td', {}, felt(process).count === 0 ? 'none' : durationFromMillis(felt(process).max_ms)),
      h('td', {}, percent(felt(process).throughput_percent)),
      h('td', {}, integer(found)));
  });
  mark(selected);
  const heads = ['Process', 'Pid', 'Runtime', 'Pauses', 'Longest', 'Throughput', 'Findings'];
  const table = h('table', { class: 'summary' },
    h('thead', {}, h('tr', {}, ...heads.map((head) => h('th', { scope: 'col' }, head)))),
    h('tbody', {}, ...rows));
  const element = section(`${integer(report.processes.length)} processes`,
    exact(scrollBox('Table of processes', table, 'processes').element, report.processes.map(processRow)));
  return { element, choose };

  function choose(index: number): void {
    mark(index);
    show(index);
  }

  function mark(index: number): void {
    buttons.forEach((button, i) => {
      button.setAttribute('aria-pressed', String(i === index));
      rows[i]!.classList.toggle('selected', i === index);
    });
  }
}

/** A process in full precision. */
function processRow(process: ProcessReport, index: number): object {
  const { source: { pid, runtime, runtime_version, collector, files, started_at, duration_ms } } = process;
  const { count, total_ms, max_ms, throughput_percent } = felt(process);
  return {
    process: processName(process, index), pid, runtime, runtime_version, collector, files, started_at, duration_ms,
    pauses: count, paused_total_ms: total_ms, longest_ms: max_ms, throughput_percent,
  };
}

/** The service of a process, its container or host, and its file, which distinguish workers of one command. */
function origin({ source: { files, identity } }: ProcessReport, name: string): string {
  const file = baseName(files[0] ?? '');
  return [
    [identity?.service, identity?.version].filter(Boolean).join(' '),
    identity?.container ? `container ${identity.container.slice(0, CONTAINER_SHOWN)}` : identity?.host ? `host ${identity.host}` : '',
    file === name ? '' : filesText(files),
  ].filter((part) => part !== '' && part !== name).join(' · ');
}

/** The process to show first: the one with the most severe finding, else the one with the longest total pause time. */
export function firstProcess({ findings, processes }: Report): number {
  const grave = ['high', 'medium', 'low'];
  for (const severity of grave) {
    const process = findings.find((finding) => finding.severity === severity && finding.process !== null)?.process;
    if (typeof process === 'number' && processes[process]) return process;
  }
  const totals = processes.map((process) => felt(process).total_ms ?? 0);
  return Math.max(0, totals.indexOf(Math.max(...totals)));
}

/** Stop-the-world pauses where the report has them, else the GC pauses. */
function felt({ pauses, stops }: ProcessReport): ProcessReport['pauses'] | NonNullable<ProcessReport['stops']> {
  return stops?.gc_stops ? stops : pauses;
}
