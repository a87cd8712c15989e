import { describe, expect, it } from 'vitest';
import { csv } from '../../src/work/csv.ts';
import { sheetOf } from '../../src/work/exact.ts';
import { fileName } from '../../src/work/saveFile.ts';

describe('a CSV file', () => {
  it('has lines as RFC 4180 asks, and numbers in full precision', () => {
    const text = csv({ columns: ['cause', 'pause_ms'], rows: [['a "b", c', 0.1 + 0.2], ['two\r\nlines', null], ['plain', -5], ['x', Number.NaN]] });
    expect(text).toBe('cause,pause_ms\r\n"a ""b"", c",0.30000000000000004\r\n"two\r\nlines",\r\nplain,-5\r\nx,\r\n');
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '=HYPERLINK("http://x","y")'])('makes %j no formula', (hostile) => {
    const [, cell] = csv({ columns: ['name'], rows: [[hostile]] }).split(/\r\n(?=['"])/);
    expect(cell!.replace(/^"/, '').startsWith(`'${hostile.slice(0, 1)}`)).toBe(true);
  });

  it('has a column for each key of its rows, also of nested ones', () => {
    expect(sheetOf([{ a_ms: 1, inner: { b: 'x', list: [1, 2] } }, { c: [{ d: 1 }], a_ms: null }])).toEqual({
      columns: ['a_ms', 'inner.b', 'inner.list', 'c'],
      rows: [[1, 'x', '1; 2', null], [null, null, null, '[{"d":1}]']],
    });
  });
});

describe('the name of a file', () => {
  it('has no character that a file system refuses', () => {
    expect(fileName(['gc.log', '../Heap in use: a/b\0'], 'png')).toBe('gc-log-heap-in-use-a-b.png');
    expect(fileName(['', '日本'], 'csv')).toBe('unpause.csv');
    expect(fileName(['x'.repeat(300)], 'svg').length).toBeLessThan(90);
  });
});
