import type { Model } from '../data/modelContract.ts';
import { counted, integer } from '../format/numbers.ts';
import { lasting, sized } from '../format/quantities.ts';

/** The fitted model of a process. */
export type Fitted = NonNullable<Model['processes'][number]['model']>;
/** What a memory limit costs. */
export type Point = Fitted['curve'][number];
type Fit = Fitted['fits'][number];

/** Fewer collections are not fitted (`PauseFit.Fewest` in C#). */
const FEWEST = 10;
const KINDS: Record<Fit['kind'], string> = { young: 'young collection', full: 'stop-the-world full collection' };

/** What the model is fitted to: live set, allocation rate, and the cost of collections. */
export function basis(model: Fitted): string[] {
  const fills = model.old_growth_rate_bytes_per_s;
  return [
    `${liveSet(model)} Allocation rate: ${rate(model.allocation_rate_bytes_per_s)} outside of `
      + (model.percent_of === 'cpu' ? 'pauses.' : `pauses; ${rate(fills)} of it fill the old generation.`),
    ...model.fits.map(fitted),
    ...(model.warm_up_ms > 0 ? [`The first ${lasting(model.warm_up_ms)} are ignored: the heap was filling up (warm-up).`] : []),
  ];
}

/** The formula and its assumptions. */
export function formula({ formula: law, caveat }: Fitted): string[] {
  return [
    `Formula: ${law}.`,
    `${caveat} The model assumes the same allocation rate whenever the application runs. `
      + 'Ranges include the noise of the recording and what it leaves unknown.',
  ];
}

/** Requested limits that are too small. */
export function tooSmall(model: Fitted): string[] {
  return model.requested.filter((point) => point.percent === null).map((point) =>
    `${sized(point.limit_bytes)} is too small: ${sized(model.live_bytes)} are live, which leaves too little room to allocate in.`);
}

/** The live set as in a report, and what the formula takes of it. */
function liveSet({ live_bytes: live, live_set_bytes: last }: Fitted): string {
  const taken = sized(live);
  if (last === null || last === undefined || sized(last) === taken) return `Live set: ${taken}.`;
  return `Live set: ${sized(last)} after the last collection of the whole heap; the formula takes ${taken} as live.`;
}

function rate(bytes: number | null): string {
  return bytes === null ? 'unknown' : `${sized(bytes)}/s`;
}

function fitted(fit: Fit): string {
  const typical = fit.median_ms === null || fit.median_survivor_bytes === null
    ? '' : `median ${lasting(fit.median_ms)} for ${sized(fit.median_survivor_bytes)}`;
  const { pause_s_per_gib: slope, pause_low_s_per_gib: low, pause_high_s_per_gib: high, constant_ms: constant } = fit;
  if (slope !== null && low !== null && high !== null) {
    return `A ${KINDS[fit.kind]} takes ${lasting(slope * 1e3)} per GiB of survivors (${lasting(low * 1e3)} to ${lasting(high * 1e3)}) `
      + `plus ${lasting(Math.max(0, constant ?? 0))} (${counted(fit.collections, 'collection')}, ${typical}).`;
  }
  return `The time that a ${KINDS[fit.kind]} takes per GiB of survivors is unknown: ${reason(fit)} (${typical}${atMost(fit)}).`;
}

function reason({ unknown_reason: why, collections }: Fit): string {
  switch (why) {
    case 'too_few': return `there are only ${collections}, and at least ${FEWEST} are needed`;
    case 'same_survivors': return `about the same amount survives each of the ${integer(collections)}`;
    default: return `the durations of the ${integer(collections)} do not depend on the survivors`;
  }
}

function atMost({ median_ms: millis, median_survivor_bytes: survivors }: Fit): string {
  return millis !== null && survivors ? `: at most ${lasting(millis / (survivors / 2 ** 30))} per GiB` : '';
}
