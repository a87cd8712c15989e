import type { ProcessReport } from '../data/contract.ts';
import { baseName } from './sourceLine.ts';

type Format = NonNullable<ProcessReport['source']['format']>;

/** For reports of older versions, which do not have the name. */
const RUNTIMES: Record<string, string> = { jvm: 'JVM', dotnet: '.NET', go: 'Go', cpython: 'CPython', node: 'Node.js', ruby: 'Ruby' };
const FORMATS: Record<Format, string> = {
  nettrace: '.NET event trace (nettrace)',
  'dotnet-counters': 'dotnet-counters (counts and sums)',
  'perfview-gcstats': 'GCStats report of PerfView',
  jfr: 'JDK Flight Recorder',
  'jvm-unified': 'JVM unified log',
  'jvm-legacy': 'JVM log of JDK 8 and older',
  openj9: 'OpenJ9 verbose GC log',
  'spark-events': 'Spark event log',
  jstat: 'jstat (counts and sums of JVM pauses)',
  'hotspot-events': 'HotSpot event logs (crash file, VM.info)',
  hsperfdata: 'hsperfdata (counts and sums of JVM pauses)',
  'jvm-monitor': 'long JVM pauses in an application\'s log',
  gctrace: 'Go gctrace',
  'go-trace': 'Go execution trace',
  'go-stops': 'Go stop-the-world pauses (kernel probes)',
  pprof: 'Go pprof profile',
  'go-agent': 'unpause Go agent',
  'go-memstats': 'Go runtime.MemStats',
  gcpacertrace: 'Go gcpacertrace (no pauses)',
  prometheus: 'Prometheus metrics (counts and sums)',
  'python-agent': 'unpause Python agent',
  'python-debug': 'CPython gc.DEBUG_STATS text',
  'python-callback': 'collections in a Python program\'s log',
  'node-agent': 'unpause Node.js agent',
  'v8-trace-events': 'V8 trace events',
  'v8-trace-gc': 'output of node --trace-gc',
  'v8-gc-profile': 'profile of v8.GCProfiler',
  'v8-heap-snapshot': 'V8 heap snapshot',
  'v8-cpu-profile': 'V8 CPU profile',
  'v8-heap-profile': 'V8 heap profile',
  'node-report': 'diagnostic report of Node.js',
  rails: 'GC times in the log of Rails',
  'perf-script': 'CPU samples (perf script)',
  'folded-stacks': 'CPU samples (folded stacks)',
  'pprof-cpu': 'CPU profile (pprof)',
};

/** The runtime's own term for the time until all threads have stopped, and a short form for table headings. */
export function timeToStop({ runtime }: ProcessReport['source']): { long: string; short: string } {
  switch (runtime) {
    case 'jvm':
    case 'node': return { long: 'time to safepoint', short: 'TTSP' };
    case 'dotnet': return { long: 'suspension', short: 'Suspension' };
    case 'go': return { long: 'stop latency', short: 'Stop latency' };
    default: return { long: 'time to stop', short: 'Time to stop' };
  }
}

export function runtimeName(process: ProcessReport): string {
  const { runtime, runtime_name: written, runtime_version: version, collector } = process.source;
  if (runtime === null) return 'unknown runtime';
  const name = written ?? RUNTIMES[runtime] ?? runtime;
  return [version ? `${name} ${version}` : name, collector].filter(Boolean).join(', ');
}

export function formatName(format: Format | null): string {
  return format === null ? 'unknown format' : (FORMATS[format] ?? format);
}

/** The name of a process: its whole command, else its name in reports, else its first file, else its number in the report. */
export function processName(process: ProcessReport, index: number): string {
  const { command, files, settings } = process.source;
  const name = command || process.name || baseName(files[0] ?? '') || `process ${index + 1}`;
  // A process of Node.js has a heap for each worker thread.
  return command && settings?.isolate ? `${name} (${settings.isolate})` : name;
}
