import 'uplot/dist/uPlot.min.css';
import './style/tokens.css';
import './style/page.css';
import './style/drawing.css';
import './style/tables.css';
import './style/timeline.css';
import './style/requests.css';
import './style/allocations.css';
import './style/shell.css';
import './style/phone.css';
import './style/work.css';
import { readEmbedded } from './data/embedded.ts';
import { showReport } from './view/page.ts';
import { showMessage } from './view/shell.ts';

const page = document.getElementById('page')!;
try {
  const embedded = await readEmbedded(document);
  if (embedded) showReport(page, embedded);
  else {
    showMessage(page, 'There is no report in this file',
      'This is the empty page that unpause fills. Make a report with: unpause report PATH -o report.html');
  }
} catch (error) {
  showMessage(page, 'This report cannot be shown',
    `The data in this file could not be read: ${String(error)}. The file may be truncated. Make it again with unpause report.`);
}
