import { expect, test } from 'vitest';
import { readLogLine } from './log-line.ts';

const cases = [
  [
    '{"level":30,"time":1,"pid":7,"hostname":"h","app":"gateway","msg":"listening","port":8080}',
    30,
    'info listening port=8080',
  ],
  [
    '{"level":50,"msg":"accept failed","err":{"type":"Error","message":"no","stack":"…"},"id":"exe_1"}',
    50,
    'error accept failed Error: no id=exe_1',
  ],
  ['{"level":40,"msg":"slow","detail":{"ms":3}}', 40, 'warn slow detail={"ms":3}'],
  ['Error: boom', 40, 'Error: boom'],
  ['{not json', 40, '{not json'],
  ['{"msg":"no level"}', 40, 'warn no level'],
] as const;

for (const [line, level, text] of cases) {
  test(`a log line reads "${text}"`, () => expect(readLogLine(line)).toEqual({ level, text }));
}

test('a line of any length stays a line on the terminal', () => {
  expect(readLogLine(JSON.stringify({ level: 50, msg: 'x'.repeat(10_000) })).text.length).toBeLessThan(500);
});
