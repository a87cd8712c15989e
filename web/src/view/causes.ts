/** The word for a cause that the recording doesn't tell, wherever one stands. */
export const UNKNOWN = 'unknown';

/** A cause with the mark of one that code asked for, unless the runtime's own word says so already. */
export function withInduced(cause: string, induced: boolean): string {
  if (!induced || /induced/i.test(cause)) return cause;
  return cause === '' ? 'induced' : `${cause} (induced)`;
}
