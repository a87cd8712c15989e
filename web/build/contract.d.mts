/** Name and text of each file of types in src/data, as the committed schemas make them. */
export function contracts(): Promise<[file: string, text: string][]>;
