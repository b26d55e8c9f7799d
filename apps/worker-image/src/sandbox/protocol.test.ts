import { Check } from 'typebox/value';
import { expect, test } from 'vitest';
import { Reply } from './protocol.ts';

const reply = (file: string) => ({
  kind: 'done',
  output: { artifacts: [{ file, mimeType: 'image/png', width: 1, height: 1 }], pixels: 1 },
});

test('the name of an artifact is one plain file name', () => {
  expect(Check(Reply, reply('result.png'))).toBe(true);
});

test.for([
  '../source',
  '/etc/passwd',
  'a/b.png',
  '.hidden',
  '..',
  'a..png',
  'result',
  'a\0.png',
  'Result.png',
  'a b.png',
  '',
])('a reply with an artifact named %j is refused', (file) => {
  expect(Check(Reply, reply(file))).toBe(false);
});
