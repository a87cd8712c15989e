import './style/tokens.css';
import './style/page.css';
import './style/tables.css';
import './style/documents.css';
import './style/drawing.css';
import './style/trend.css';
import './style/fleet.css';
import './style/shell.css';
import './style/phone.css';
import './style/work.css';
import { showDocument, type AnyDocument } from './documents/page.ts';
import { showMessage } from './view/shell.ts';

const page = document.getElementById('page')!;
const json = document.getElementById('unpause-document')?.textContent?.trim() ?? '';
try {
  if (json !== '') showDocument(page, JSON.parse(json) as AnyDocument);
  else {
    showMessage(page, 'There is no document in this file',
      'This is the empty page that unpause fills. Fill one with: unpause compare BEFORE AFTER -o comparison.html');
  }
} catch (error) {
  showMessage(page, 'This document cannot be shown',
    `The data in this file could not be read: ${String(error)}. The file may be truncated. Make it again with unpause.`);
}
