import { expect, test } from 'vitest';
import { createSmallTurns } from './small-turns.ts';

/** Names of an organization and of its project. */
const A = ['a', 'p'] as const;
const B = ['b', 'q'] as const;

async function* body(bytes: number, count: number): AsyncGenerator<Buffer> {
  for (let n = 0; n < count; n++) yield Buffer.alloc(bytes, n);
}

test('all uploads together process one small piece per turn of the event loop, however much has arrived', async () => {
  const { paced } = createSmallTurns();
  let turns = 0;
  let isOver = false;
  const count = (): void => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  /** Pieces processed in each turn. */
  const taken = new Map<number, number>();
  const upload = async (): Promise<number> => {
    let bytes = 0;
    for await (const piece of paced(body(100_000, 5), A)) {
      expect(piece.length).toBeLessThanOrEqual(16_384);
      bytes += piece.length;
      taken.set(turns, (taken.get(turns) ?? 0) + 1);
    }
    return bytes;
  };
  expect(await Promise.all(Array.from({ length: 8 }, upload))).toEqual(Array.from({ length: 8 }, () => 500_000));
  isOver = true;
  expect(Math.max(...taken.values())).toBe(1);
});

test('uploads take turns, and an error of a body is thrown at its position', async () => {
  const { paced } = createSmallTurns();
  const order: string[] = [];
  const upload = async (name: string): Promise<void> => {
    for await (const _ of paced(body(16_384, 3), [name, 'p'])) order.push(name);
  };
  await Promise.all([upload('a'), upload('b')]);
  expect(order.join('')).toBe('ababab');
  const broken = paced(
    (async function* () {
      yield Buffer.from('x');
      throw new Error('it broke');
    })(),
    A,
  );
  await broken.next();
  await expect(broken.next()).rejects.toThrow('it broke');
});

test('six uploads of an organization, in projects of their own, delay one of another by one piece each, not by six', async () => {
  const { paced } = createSmallTurns();
  const order: string[] = [];
  const upload = async (tenant: readonly [string, string]): Promise<void> => {
    for await (const _ of paced(body(16_384, 4), tenant)) order.push(tenant[0]);
  };
  await Promise.all([...Array.from({ length: 6 }, (_, n) => upload(['a', `p${n}`])), upload(B)]);
  const between = order.join('').slice(0, order.lastIndexOf('b')).split('b').slice(1);
  expect(between.map((others) => others.length)).toEqual([1, 1, 1]);
});
