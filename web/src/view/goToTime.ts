import type { Range, Viewport } from '../chart/viewport.ts';
import { givenTime } from '../format/givenTime.ts';
import type { ClockScale } from '../format/timeScale.ts';
import { h } from './dom.ts';

/** At most this share of the recording is shown around the entered time. */
const SHOWN_SHARE = 1 / 20;
const LEAST_SPAN = 1e6;
/** A time without seconds may be the minute in which the recording starts. */
const NAMED_BY_MINUTE = 60e6;

/** A field to go to a time; `say` shows an error. */
export function goToTime(viewport: Viewport, whole: Range, scale: ClockScale, say: (text: string) => void): HTMLElement {
  const field = h('input', { type: 'text', 'aria-label': 'Go to time', size: 12, maxlength: 40, autocomplete: 'off', spellcheck: 'false' });
  const hint = (): string => scale.moment((whole.min + whole.max) / 2, 1e6);
  field.placeholder = 'go to time';
  field.addEventListener('focus', () => (field.placeholder = hint()));
  field.addEventListener('blur', () => (field.placeholder = 'go to time'));
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    const micros = givenTime(field.value, scale);
    field.setAttribute('aria-invalid', String(micros === null));
    if (micros === null) say(`“${field.value}” is not a time. Type a time like ${hint()}, or 83s for a time since the start.`);
    else if (micros < whole.min - NAMED_BY_MINUTE || micros > whole.max) {
      say(`The recording lasts from ${scale.moment(0)} to ${scale.moment(whole.max)}.`);
    } else {
      const span = Math.min(viewport.span, Math.max(LEAST_SPAN, (whole.max - whole.min) * SHOWN_SHARE));
      viewport.show(micros - span / 2, micros + span / 2);
    }
  });
  return field;
}
