import './style/tokens.css';
import './style/page.css';
import './style/tables.css';
import './style/shell.css';
import './style/live.css';
import { Connection } from './live/connection.ts';
import { LivePage } from './live/livePage.ts';

const page = new LivePage(document.getElementById('page')!);
new Connection('events', (snapshot) => page.show(snapshot), (state) => page.connection(state)).open();
