import { showDocument, type AnyDocument, type View } from './page.ts';
import { showMessage } from '../view/shell.ts';

/** Shows the document in this file. `view` throws for a document that this page has no view of. */
export function start(view: (shown: AnyDocument) => View, example: string): void {
  const page = document.getElementById('page')!;
  const json = document.getElementById('unpause-document')?.textContent?.trim() ?? '';
  try {
    if (json !== '') showDocument(page, JSON.parse(json) as AnyDocument, view);
    else {
      showMessage(page, 'There is no document in this file', `This is the empty page that unpause fills. Fill one with: ${example}`);
    }
  } catch (error) {
    showMessage(page, 'This document cannot be shown',
      `The data in this file could not be read: ${String(error)}. The file may be truncated. Make it again with unpause.`);
  }
}

/** What a page says of a document that it has no view of. */
export function noView(shown: unknown): never {
  throw new Error(`this page has no view of ${String((shown as { schema?: unknown }).schema)}`);
}
