const LONGEST_NAME = 80;
const KEPT_MS = 60_000;

/** Gives the reader a file. It is made in the page; nothing is loaded from the network. */
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS);
}

/** `catalog-heap-in-use.png`: a name that every file system takes. */
export function fileName(parts: string[], ending: string): string {
  const name = parts.join(' ').normalize('NFKD').toLowerCase().replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-|-$/g, '');
  return `${name.slice(0, LONGEST_NAME).replace(/-$/, '') || 'unpause'}.${ending}`;
}
