import type { Viewport } from '../chart/viewport.ts';
import type { Finding, ProcessReport, Report } from '../data/contract.ts';
import type { Marks } from '../data/marks.ts';
import { partNumbers, type PartNumbers } from '../data/part.ts';
import type { Timeline } from '../data/timeline.ts';
import { durationFromMillis } from '../format/durations.ts';
import { counted, percent } from '../format/numbers.ts';
import { h } from './dom.ts';
import { explainingPart, findings, findingsOfPart, type FindingGroup } from './findings.ts';
import { firstAction } from './firstAction.ts';
import type { Headline } from './headline.ts';
import { keyNumbers, partNumbersView } from './keyNumbers.ts';
import { longestOfPart, longestPauses } from './longestPauses.ts';
import type { Moments } from './moments.ts';

/** Drags change the range with each frame; numbers follow when it stays. */
const SETTLED_MS = 120;

/** A moment of a part's ends: to the millisecond, for long parts to the second. */
const LONG_MICROS = 60e6;

/** What of a process follows the timeline's range. */
export interface Followed {
  process: ProcessReport;
  report: Report;
  /** The process's index in the report, whose verdict names the cause of the first one. */
  index: number;
  groups: FindingGroup[];
  moments: Moments;
  headline: Headline;
}

/** The headline, key numbers and findings of a process: of the whole recording, or of the part that its timeline shows. */
export class PartView {
  /** Says which part is shown; empty for the whole recording. */
  readonly bar = h('div', { class: 'part-bar', role: 'status' });
  readonly numbers = new Slot();
  readonly longest = new Slot();
  readonly findings = new Slot();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private show: () => void = () => undefined;

  constructor(private readonly view: Followed) {
    this.showWhole();
  }

  /** Follows a timeline. Without times there is no part of time. */
  follow(timeline: Timeline, marks: Marks, viewport: Viewport): void {
    if (!timeline.timed) return;
    this.show = () => {
      if (viewport.zoomed) this.showPart(partNumbers(timeline, marks, viewport), timeline, marks, viewport);
      else this.showWhole();
    };
    this.show();
    viewport.onChange(() => {
      clearTimeout(this.timer);
      this.timer = setTimeout(this.show, SETTLED_MS);
    });
  }

  private showWhole(): void {
    const { process, report, groups, moments, headline } = this.view;
    headline.show(null);
    headline.advise(firstAction(groups, this.view.index === 0 ? report.verdict : ''));
    this.bar.replaceChildren();
    this.numbers.show(keyNumbers(process, moments));
    this.longest.show(longestPauses(process.explanations));
    this.findings.show(findings(groups));
  }

  private showPart(part: PartNumbers, timeline: Timeline, marks: Marks, viewport: Viewport): void {
    const { report, groups, moments, headline } = this.view;
    const step = part.until - part.from > LONG_MICROS ? 1e6 : 1e3;
    const [from, until] = [moments.at(part.from, step), moments.at(part.until, step)];
    const indexOf = (finding: Finding): number => report.findings.indexOf(finding);
    headline.show(headlineOf(part, marks));
    headline.advise(firstAction(explainingPart(groups, indexOf, part), ''));
    this.bar.replaceChildren(
      h('span', {}, 'Shown: ', from, ' to ', until, `, ${lasting(part.until - part.from)}`,
        part.observed < part.until - part.from ? ` (${lasting(part.until - part.from - part.observed)} of it are missing)` : '',
        '. Headline, key numbers, longest pauses, findings and the list of collections are of this part; other sections of the whole.'),
      ' ', h('button', { type: 'button', click: () => viewport.reset() }, 'Show all of the recording'));
    this.numbers.show(partNumbersView(part, marks, timeline.collections, moments));
    this.longest.show(longestOfPart(timeline, marks, part));
    this.findings.show(findingsOfPart(groups, indexOf, part));
  }
}

/** A place between other elements whose element changes. */
class Slot {
  node: ChildNode = document.createComment('');

  show(element: HTMLElement | null): void {
    const next = element ?? document.createComment('');
    this.node.replaceWith(next);
    this.node = next;
  }
}

/** As the report's headline: the longest pause, and the share of the time. */
function headlineOf(part: PartNumbers, marks: Marks): string {
  if (part.longest < 0) return `No pause in the ${lasting(part.observed)} that are shown.`;
  const share = part.percent === null
    ? `${lasting(part.total)} paused in total`
    : `${percent(part.percent)} of ${lasting(part.observed)} paused`;
  const pauses = counted(part.count, 'stop-the-world pause');
  return `${lasting(marks.duration[part.longest]!)} longest pause, ${share} (${pauses}) in the part shown.`;
}

function lasting(micros: number): string {
  return durationFromMillis(micros / 1e3);
}
