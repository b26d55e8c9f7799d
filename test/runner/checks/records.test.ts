import { expect, test } from 'vitest';
import { problemsOfRecords, recordOf } from './records.ts';

const old = recordOf('0001-a.md', '# 0001 A way\n\n*Superseded by 0003.*\n\nText.');
const part = recordOf('0002-b.md', '# 0002 Another way (parser superseded by 0003)\n');
const next = recordOf(
  '0003-c.md',
  '# 0003 The next way\n\nSupersedes 0001. It supersedes the rest too. Supersedes the parser of 0002.\n',
);

test('a record names the record that supersedes it, completely or in part', () => {
  expect([old, part, next].map(({ title, supersededBy, inPart }) => [title, supersededBy, inPart])).toEqual([
    ['A way', '0003', false],
    ['Another way', '0003', true],
    ['The next way', null, false],
  ]);
  expect(problemsOfRecords([old, part, next])).toEqual([]);
});

test.each([
  [
    'a mark that the other record lacks',
    [recordOf('0001-a.md', '# 0001 A way\n'), part, next],
    '"*Superseded by 0003.*"',
  ],
  ['a mark that leads nowhere', [old], 'there is no record 0003'],
  ['a number that is taken', [old, recordOf('0001-b.md', '# 0001 Same\n'), part, next], 'its number is taken'],
  ['a title without its number', [recordOf('0009-a.md', '# A way\n')], 'does not begin with its number'],
])('%s is a problem', (_, records, problem) => {
  expect(problemsOfRecords(records).join('\n')).toContain(problem);
});
