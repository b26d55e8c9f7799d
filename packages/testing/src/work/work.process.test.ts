/** The meters see what they are for. A process of its own, because the meters slow down everything in theirs. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BlockMeter, openBlockMeter } from './blocks.ts';
import { recordExpressions, slowOnes } from './expressions.ts';

let meter: BlockMeter;

beforeAll(async () => void (meter = await openBlockMeter()));
afterAll(async () => await meter[Symbol.asyncDispose]());

const oncePerCharacter = (text: string): number => text.split('').filter((each) => each === 'x').length;

function oncePerPair(text: string): number {
  let same = 0;
  for (const one of text) for (const other of text) if (one === other) same++;
  return same;
}

/** Work for four times the text, as a multiple. */
async function growthOf(work: (text: string) => number): Promise<number> {
  const blocks = async (chars: number) => await meter.blocksOf(async () => void work('x'.repeat(chars)));
  await blocks(10);
  return (await blocks(4_000)) / (await blocks(1_000));
}

test('linear and squared work differ in blocks', async () => {
  expect(await growthOf(oncePerCharacter)).toBeLessThan(5);
  expect(await growthOf(oncePerPair)).toBeGreaterThan(12);
});

test('an expression counts by whichever method it is applied, if the text is long', async () => {
  using record = recordExpressions();
  const long = 'b'.repeat(300);
  /a1/.test(long);
  long.match(/a2/g);
  long.replace(/a3/, '');
  long.split(/a4/);
  long.search(/a5/);
  expect([...long.matchAll(/a6/g)]).toEqual([]);
  /a7/.test('short');
  const sources = record.found().map(({ source }) => source);
  expect(sources).toEqual(expect.arrayContaining(['a1', 'a2', 'a3', 'a4', 'a5', 'a6']));
  expect(sources).not.toContain('a7');
});

test('expressions whose work is squared or worse are named', async () => {
  const squared = new RegExp(['[\\t ]*', '[\\t ]*x$'].join(''));
  expect(await slowOnes([/^[a-z]+$/, squared, /^(?:"(?:[^"\\]|\\.)*")$/g])).toEqual([
    expect.stringContaining(String(squared)),
  ]);
});
