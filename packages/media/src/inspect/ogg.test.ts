/**
 * Opus in Ogg is not an upload type. But later steps of a pipeline are priced by the measured duration, so a damaged
 * file must be refused.
 */
import { expect, test } from 'vitest';
import { inspect } from './inspect.ts';
import { fixture } from './samples.ts';

const whole = fixture('pages.opus');

test('the duration is that of the last page', () => {
  expect(inspect(whole, 'audio/ogg')).toEqual({ ok: true, durationSeconds: 1.2 });
});

test('a file is refused if any single byte is changed', () => {
  const accepted = Array.from(whole, (byte, at) => {
    const copy = Buffer.from(whole);
    copy[at] = byte ^ (1 << (at % 8));
    return inspect(copy, 'audio/ogg').ok ? at : null;
  });
  expect(accepted.filter((at) => at !== null)).toEqual([]);
});

test('a file is refused if it is truncated anywhere', () => {
  const accepted = Array.from(whole, (_, cut) => (inspect(whole.subarray(0, cut), 'audio/ogg').ok ? cut : null));
  expect(accepted.filter((cut) => cut !== null)).toEqual([]);
});
