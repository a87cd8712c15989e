import type { Comparison } from '../data/comparisonContract.ts';
import { counted, percent } from '../format/numbers.ts';
import { changed, lasting, rounded, shortSigned, signed, sized } from '../format/quantities.ts';

type Metric = Comparison['metrics'][number];
type Prediction = Comparison['findings'][number]['prediction'];

/** Names of runtimes for people. */
export const RUNTIMES: Record<string, string> = { dotnet: '.NET', jvm: 'JVM', go: 'Go', cpython: 'CPython', node: 'Node.js', ruby: 'Ruby' };
/** From ten times as much on, a factor is shown instead of a percentage (`ComparisonText.Many` in C#). */
const MANY = 9;
/** An interval narrower than this gets a decimal. */
const NARROW = 0.05;

/** The runs of a side in a line. */
export function side({ name, runs, runtime, runtime_version: version, collector, duration_ms: millis }: Comparison['before']): string {
  return [
    name,
    counted(runs.length, 'run'),
    `${RUNTIMES[runtime] ?? runtime} ${version ?? ''}`.trim(),
    collector,
    millis === null ? null : `${lasting(millis)} recorded`,
  ].filter((part) => part !== null).join(' · ');
}

/** A number with its unit; a dash where it is unknown. */
export function value({ unit }: Metric, size: number | null): string {
  if (size === null) return '–';
  switch (unit) {
    case 'ms': return lasting(size);
    case 'bytes': return sized(size);
    case 'bytes/s': return `${sized(size)}/s`;
    case 'percent': return percent(size);
    default: return rounded(size, decimalsOf(size));
  }
}

/** Bytes per second; a dash where they are unknown. */
export function allocationRate(bytes: number | null): string {
  return bytes === null ? '–' : `${sized(bytes)}/s`;
}

/** The difference; null where one side is unknown. */
export function change(metric: Metric): string | null {
  const { difference } = metric;
  if (difference === null) return null;
  if (difference === 0) return '±0';
  return metric.is_ratio ? changed(difference) : amount(metric, difference);
}

/** The confidence interval of the difference; null where it is unknown. */
export function interval(metric: Metric): string | null {
  const { low, high } = metric;
  if (low === null || high === null) return null;
  if (low === 0 && high === 0) return '±0';
  if (!metric.is_ratio) return `${amount(metric, low).replace('\u00a0points', '')} to ${amount(metric, high)}`;
  if (high - low < NARROW) return `${signed(100 * low, 1)} to ${signed(100 * high, 1)}\u00a0%`;
  return `${high < MANY ? changed(low).replace('\u00a0%', '') : changed(low)} to ${changed(high)}`;
}

/** The verdict for people. */
export function word({ verdict }: Metric): string {
  switch (verdict) {
    case 'within_noise': return 'within noise';
    case 'too_few': return 'not judged';
    case 'not_comparable': return 'not comparable';
    default: return verdict;
  }
}

/** A condition that differs between the sides. */
export function condition({ name, before, after }: Comparison['conditions'][number]): string {
  return `${name} ${before ?? 'not set'} → ${after ?? 'not set'}`;
}

/** The predicted and the measured improvement; null where nothing was predicted. Every prediction is of a number that should fall. */
export function prediction(promise: Prediction, metrics: Metric[]): string | null {
  if (promise === null) return null;
  const metric = metrics.find(({ name }) => name === promise.measured_by);
  const unit = metric?.unit === 'percent' ? 'percentage points of' : `${promise.unit} of`;
  const title = metric?.title ?? promise.metric.replaceAll('_', ' ');
  const range = promise.low === promise.high || promise.low === 0
    ? `${promise.low === 0 ? 'up to ' : ''}${plain(-promise.high)}` : `${plain(-promise.low)} to ${plain(-promise.high)}`;
  const measured = promise.measured === null ? 'not measured' : `measured ${plain(-promise.measured)}`;
  return `predicted ${range} ${unit} ${title}, ${measured}: ${outcome(promise.outcome, metric)}`;
}

function outcome(of: NonNullable<Prediction>['outcome'], metric: Metric | undefined): string {
  switch (of) {
    case 'as_predicted': return 'as predicted';
    case 'less_than_predicted': return 'less than predicted';
    case 'no_improvement': return metric?.verdict === 'within_noise' ? 'within noise' : 'the opposite';
    default: return 'not judged';
  }
}

/** A difference in the number's own unit; differences of shares are percentage points. */
function amount(metric: Metric, difference: number): string {
  const size = value(metric, Math.abs(difference));
  const sign = difference > 0 ? '+' : difference < 0 ? '−' : '';
  return sign + (metric.unit === 'percent' ? size.replace('\u00a0%', '\u00a0points') : size);
}

function plain(size: number): string {
  return shortSigned(size, Math.abs(size) >= 100 ? 0 : Math.abs(size) >= 10 ? 1 : 2);
}

function decimalsOf(size: number): number {
  const large = Math.abs(size);
  return large >= 100 ? 0 : large >= 10 ? 1 : large >= 1 || large === 0 ? 2 : 3;
}
