import './style/tokens.css';
import './style/page.css';
import './style/tables.css';
import './style/documents.css';
import './style/drawing.css';
import './style/trend.css';
import './style/shell.css';
import './style/phone.css';
import './style/work.css';
import { comparisonTitle, comparisonView } from './documents/comparison.ts';
import { cyclesTitle, cyclesView } from './documents/cycles.ts';
import { modelTitle, modelView } from './documents/model.ts';
import { noView, start } from './documents/start.ts';
import { trendTitle, trendView } from './documents/trend.ts';
import { tuneTitle, tuneView } from './documents/tune.ts';

start((shown) => {
  switch (shown.schema) {
    case 'unpause.model/1': return { parts: modelView(shown), title: modelTitle(shown) };
    case 'unpause.cycles/1': return { parts: cyclesView(shown), title: cyclesTitle(shown) };
    case 'unpause.comparison/1': return { parts: comparisonView(shown), title: comparisonTitle(shown) };
    case 'unpause.trend/1': return { parts: trendView(shown), title: trendTitle(shown) };
    case 'unpause.tune/1': return { parts: tuneView(shown), title: tuneTitle(shown) };
    default: return noView(shown);
  }
}, 'unpause compare BEFORE AFTER -o comparison.html');
