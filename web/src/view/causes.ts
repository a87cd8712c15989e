/** The word for a cause that was not recorded. */
export const UNKNOWN = 'unknown';

/** A cause with the mark "induced", unless the runtime's own term already says so. */
export function withInduced(cause: string, induced: boolean): string {
  if (!induced || /induced/i.test(cause)) return cause;
  return cause === '' ? 'induced' : `${cause} (induced)`;
}
