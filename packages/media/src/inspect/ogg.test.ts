/** Opus in Ogg: no upload, but what a tool made is priced by its measure where a pipeline goes on, so a damaged one must not pass. */
import { expect, test } from 'vitest';
import { inspect } from './inspect.ts';
import { fixture } from './samples.ts';

const whole = fixture('pages.opus');

test('a file lasts as long as its last page says', () => {
  expect(inspect(whole, 'audio/ogg')).toEqual({ ok: true, durationSeconds: 1.2 });
});

test('it is refused when any one of its bytes is another', () => {
  const accepted = Array.from(whole, (byte, at) => {
    const copy = Buffer.from(whole);
    copy[at] = byte ^ (1 << (at % 8));
    return inspect(copy, 'audio/ogg').ok ? at : null;
  });
  expect(accepted.filter((at) => at !== null)).toEqual([]);
});

test('it is refused when it is cut anywhere', () => {
  const accepted = Array.from(whole, (_, cut) => (inspect(whole.subarray(0, cut), 'audio/ogg').ok ? cut : null));
  expect(accepted.filter((cut) => cut !== null)).toEqual([]);
});
