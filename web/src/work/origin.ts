import type { Report } from '../data/contract.ts';
import { processName, runtimeName } from '../view/names.ts';
import { baseName } from '../view/sourceLine.ts';
import type { Origin } from './saves.ts';

/** Where the data of a process is from: its file or name, runtime and start. */
export function originOf(report: Report, index: number): Origin {
  const process = report.processes[index];
  if (!process) return { name: 'unpause', source: '' };
  const { files, started_at: started } = process.source;
  const file = baseName(files[0] ?? '');
  const made = `unpause ${report.tool_version ?? ''}`.trim();
  return {
    name: file.replace(/\.(gz|zst|xz|bz2)$/, '').replace(/\.[^.]*$/, '') || processName(process, index).slice(0, 40),
    source: [file || processName(process, index), runtimeName(process), started?.slice(0, 19).replace('T', ' '), made]
      .filter(Boolean).join(' · '),
  };
}
