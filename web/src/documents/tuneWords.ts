import type { Tune } from '../data/tuneContract.ts';
import { integer, percent } from '../format/numbers.ts';
import { lasting, rounded, sized } from '../format/quantities.ts';

export type Setting = Tune['settings'][number];
type Overhead = NonNullable<Setting['wall_overhead']>;

/** What a table has where a number is unknown. */
export const NOTHING = '–';
/** Metrics of trials in the columns of the table: durations in nanoseconds, sizes in bytes. */
const UNITS: Record<string, Tune['unit']> = {
  p50_request: 'ns', max_pause: 'ns', total_pause: 'ns', max_rss: 'bytes', error_rate: 'percent',
};
/** Overheads from this many percent on have no decimal (`OverheadText.Large` in C#). */
const LARGE = 9.95;

/** A value of a metric with its unit. */
export function written(value: number, unit: Tune['unit']): string {
  switch (unit) {
    case 'ns': return lasting(value / 1e6);
    case 'bytes': return sized(value);
    case 'percent': return percent(value);
    case 'share': return rounded(value, 3);
    default: return rounded(value, 0);
  }
}

/** The values of a metric in the valid trials of a setting. */
export function valuesOf(setting: Setting, metric: string): number[] {
  return setting.trial_results.flatMap(({ failure, metrics }) => (failure === null && metric in metrics ? [metrics[metric]!] : []));
}

/** The mean of a metric over trials, or the largest value; a dash where no trial has it. */
export function cell(setting: Setting, metric: string, most = false): string {
  const values = valuesOf(setting, metric);
  if (values.length === 0) return NOTHING;
  const value = most ? Math.max(...values) : values.reduce((sum, one) => sum + one, 0) / values.length;
  return written(value, UNITS[metric] ?? 'count');
}

/** The objective with half the width of its interval; the unit once where both have the same. */
export function objective({ mean, interval }: Setting, unit: Tune['unit']): string {
  if (mean === null) return NOTHING;
  const own = written(mean, unit);
  if (interval === null) return own;
  const reach = written((interval.high - interval.low) / 2, unit);
  const [number, name] = own.split('\u00a0');
  return name !== undefined && reach.endsWith(`\u00a0${name}`) ? `${number} ± ${reach}` : `${own} ± ${reach}`;
}

/** The difference from the default. */
export function change({ against_default: difference }: Setting, unit: Tune['unit']): string {
  if (difference === null) return NOTHING;
  if (difference.within_noise) return 'noise';
  const { mean } = difference;
  const sign = mean < 0 ? '−' : '+';
  if (!difference.is_share) return `${sign}${written(Math.abs(mean), unit)}`;
  const share = Number((100 * Math.abs(mean)).toFixed(0));
  return share === 0 ? '0\u00a0%' : `${sign}${share}\u00a0%`;
}

/** `6`, `5 (1 failed)`. */
export function trials({ trials: valid, failures }: Setting): string {
  return failures > 0 ? `${integer(valid)} (${integer(failures)} failed)` : integer(valid);
}

/** What the collector costs at least, as a percentage of the distilled cost, with its interval. */
export function overhead(of: Overhead | null | undefined): string {
  if (!of) return NOTHING;
  const mean = `${share(of.ratio)} %`;
  return of.low === null || of.high === null ? mean : `${mean} (${share(of.low)} to ${share(of.high)})`;
}

function share(ratio: number): string {
  const by = 100 * (ratio - 1);
  const size = Math.abs(by) < LARGE ? Math.abs(by).toFixed(1) : integer(Math.abs(by));
  return Number(size.replaceAll(',', '')) === 0 ? '0' : `${by < 0 ? '−' : '+'}${size}`;
}

/** Three digits of an amount in any currency, without an exponent. */
export function money(amount: number | null | undefined): string {
  if (amount === null || amount === undefined) return NOTHING;
  const decimals = amount > 0 ? Math.min(12, Math.max(2, 2 - Math.floor(Math.log10(amount)))) : 2;
  return amount.toLocaleString('en-US', { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
}

/** The setting as environment variables of a command line. */
export function environment({ environment: variables }: Setting): string {
  return Object.entries(variables).map(([name, value]) => `${name}=${/^[\w@%+=:,./-]*$/.test(value) ? value : quoted(value)}`).join(' ');
}

function quoted(value: string): string {
  return `'${value.replaceAll('\'', '\'\\\'\'')}'`;
}
