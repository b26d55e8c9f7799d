import { expect, test } from 'vitest';
import { isolationIn, warningIn } from './log-line.ts';

const shown = [
  ['{"level":"warn","time":"…","pid":7,"app":"gateway","port":80,"msg":"slow"}', 'warn slow port=80'],
  [
    '{"level":"error","err":{"type":"Error","message":"no","stack":"…"},"id":"exe_1","msg":"accept failed"}',
    'error accept failed Error: no id=exe_1',
  ],
  ['{"level":"fatal","detail":{"ms":3},"msg":"gone"}', 'fatal gone detail={"ms":3}'],
  ['Error: boom', 'Error: boom'],
  ['{not json', '{not json'],
] as const;

for (const [line, text] of shown) {
  test(`the terminal shows "${text}"`, () => expect(warningIn(line)).toBe(text));
}

for (const level of ['trace', 'debug', 'info']) {
  test(`a line of level ${level} goes only to the log file`, () => {
    expect(warningIn(`{"level":"${level}","msg":"listening"}`)).toBeNull();
  });
}

test('a line of any length stays one line on the terminal', () => {
  expect(warningIn(JSON.stringify({ level: 'error', msg: 'x'.repeat(10_000) }))?.length).toBeLessThan(500);
});

test('the isolation of decoders is read from the ready line of a worker, and from no other line', () => {
  const [level, isolation] = ['info', 'namespaces of its own'];
  expect(isolationIn(JSON.stringify({ level, isolation, msg: 'working' }))).toBe(isolation);
  expect(isolationIn(JSON.stringify({ level, isolation, msg: 'drained' }))).toBeNull();
  expect(isolationIn(JSON.stringify({ level, isolation: 1, msg: 'working' }))).toBeNull();
  expect(isolationIn('{"msg":"working"')).toBeNull();
});
