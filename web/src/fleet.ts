import './style/tokens.css';
import './style/page.css';
import './style/tables.css';
import './style/documents.css';
import './style/drawing.css';
import './style/fleet.css';
import './style/shell.css';
import './style/phone.css';
import './style/work.css';
import { canaryTitle, canaryView } from './documents/canary.ts';
import { fleetTitle, fleetView } from './documents/fleet.ts';
import { noView, start } from './documents/start.ts';

start((shown) => {
  switch (shown.schema) {
    case 'unpause.fleet/1': return { parts: fleetView(shown), title: fleetTitle(shown) };
    case 'unpause.canary/1': return { parts: canaryView(shown), title: canaryTitle(shown) };
    default: return noView(shown);
  }
}, 'unpause fleet DIR -o fleet.html');
