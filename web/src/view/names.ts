import type { ProcessReport } from '../data/contract.ts';

/** For reports of versions that don't write the name beside the word. */
const RUNTIMES: Record<string, string> = { jvm: 'JVM', dotnet: '.NET', go: 'Go', cpython: 'CPython' };
const FORMATS: Record<string, string> = {
  'jvm-unified': 'JVM unified log',
  'jvm-legacy': 'JVM log of JDK 8 and older',
  nettrace: '.NET event trace (nettrace)',
  jfr: 'JDK Flight Recorder',
  gctrace: 'Go gctrace',
  'python-agent': 'unpause Python agent',
  'python-debug': 'CPython gc.DEBUG_STATS text',
};

export function runtimeName(process: ProcessReport): string {
  const { runtime, runtime_name: written, runtime_version: version, collector } = process.source;
  if (runtime === null) return 'unknown runtime';
  const name = written ?? RUNTIMES[runtime] ?? runtime;
  return [version ? `${name} ${version}` : name, collector].filter(Boolean).join(', ');
}

export function formatName(format: string | null): string {
  return format === null ? 'unknown format' : (FORMATS[format] ?? format);
}

/** What to call a process: its whole command, else its name in reports, else its first file, else its number in the report. */
export function processName(process: ProcessReport, index: number): string {
  const { command, files } = process.source;
  return command || process.name || files[0]?.split(/[/\\]/).pop() || `process ${index + 1}`;
}
