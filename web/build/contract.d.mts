/** The text of src/data/contract.ts as the committed schema makes it. */
export function contract(): Promise<string>;
