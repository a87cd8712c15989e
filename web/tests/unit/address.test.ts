import { describe, expect, it } from 'vitest';
import { seeded } from '../../fixtures/random.ts';
import { NO_FILTER, readAddress, writeAddress, type Shown } from '../../src/view/address.ts';

const NOTHING: Shown = {
  section: null, process: null, zoom: null, sinceStart: false, opened: [], closed: [], collection: null, trace: null, filter: NO_FILTER,
};

describe('an address', () => {
  it('reads as it was written', () => {
    const shown: Shown = {
      section: 'where-the-time-goes', process: 3, zoom: { min: -20, max: 5_000 }, sinceStart: true,
      opened: ['coverage', 'odd,&=#% id'], closed: ['</script>'], collection: 12, trace: '0af7651916cd43dd',
      filter: { generation: 'young', cause: 'G1 Evacuation, odd &=#%', text: '</script>' },
    };
    expect(readAddress(`#${writeAddress(shown)}`)).toEqual(shown);
    expect(writeAddress(NOTHING)).toBe('');
    expect(readAddress('')).toEqual(NOTHING);
  });

  it('leaves out what is no number in reach, and what it does not know', () => {
    expect(readAddress('#process=-1&collection=1e3&zoom=5_5&zoom=a_b&axis=end&colour=red&<b>')).toEqual(NOTHING);
    expect(readAddress('#process=9999999999&zoom=1_9999999999999999')).toEqual(NOTHING);
    expect(readAddress(`#process=1&${'x'.repeat(9_000)}`)).toEqual(NOTHING);
    expect(readAddress('#open=%E0%A4%A,a').opened).toEqual(['a']);
    expect(readAddress(`#find=${'a'.repeat(101)}&cause=%E0%A4%A&generation=`)).toEqual(NOTHING);
    expect(readAddress(`#open=${'a,'.repeat(500)}`).opened.length).toBe(64);
  });

  it('survives a thousand made-up fragments', () => {
    const random = seeded(3);
    const pieces = [
      'process=', 'zoom=', 'open=', 'find=', 'cause=',
      '&', '=', '%', '_', '-', '1', '99999999999', 'é', '<', '#', ',', '__proto__',
    ];
    for (let i = 0; i < 1_000; i++) {
      const text = Array.from({ length: 1 + Math.floor(random() * 12) }, () => pieces[Math.floor(random() * pieces.length)]).join('');
      const read = readAddress(`#${text}`);
      expect(readAddress(`#${writeAddress(read)}`)).toEqual(read);
    }
  });
});
