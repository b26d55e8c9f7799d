import { describe, expect, test } from 'vitest';
import { createUnescaper } from './unescaper.ts';

const CHARACTERS = 65_536;
const texts = [
  ['slashes', String.raw`\/`, '/'],
  ['codes', String.raw`\u0041`, 'A'],
] as const;

/** A buffer that counts how often one of its bytes is read. */
function counted(bytes: Buffer) {
  let reads = 0;
  const get = (target: Buffer, key: string | symbol): unknown => {
    if (typeof key === 'string' && /^\d+$/.test(key)) reads++;
    const value: unknown = Reflect.get(target, key, target);
    return typeof value === 'function' ? value.bind(target) : value;
  };
  return { bytes: new Proxy(bytes, { get }), reads: () => reads };
}

describe.each(texts)('a text of %s', (_name, escape, character) => {
  const whole = Buffer.from(escape.repeat(CHARACTERS));

  test('is read in one pass: no byte more than three times', () => {
    const { bytes, reads } = counted(whole);
    expect(createUnescaper().write(bytes)).toBe(character.repeat(CHARACTERS));
    expect(reads()).toBeGreaterThanOrEqual(whole.length);
    expect(reads()).toBeLessThanOrEqual(3 * whole.length);
  });

  test.each([1, 2, 3, 5, 7, 1024])('is the same in chunks of %i bytes, and what is kept is one escape', (size) => {
    const some = Buffer.from(escape.repeat(2048));
    const unescaper = createUnescaper();
    let text = '';
    for (let at = 0; at < some.length; at += size) {
      text += unescaper.write(some.subarray(at, at + size));
      expect(unescaper.rest().length).toBeLessThan(escape.length);
    }
    expect(text).toBe(character.repeat(2048));
  });
});
