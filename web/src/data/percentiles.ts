/** Per mille of the percentiles that the page shows in a tile, the highest first. */
const SHOWN = [990, 900] as const;

/**
 * Whether a percentile is a number of its own: percentile p needs more than 100 ÷ (100 − p) values. With fewer it is the maximum by
 * another name: by nearest rank, p99 of 48 pauses is the longest of them.
 */
export function isMeaningful(perMille: number, count: number): boolean {
  return count > 1000 / (1000 - perMille);
}

/** The highest percentile of a tile that a number of values allows, in per mille; null where only median and maximum are left. */
export function highestPercentile(count: number): 990 | 900 | null {
  return SHOWN.find((perMille) => isMeaningful(perMille, count)) ?? null;
}
