/**
 * The work of a request grows with its length and no faster, whatever its headers, query and body say: in blocks that are
 * executed, and in the regular expressions that run on long texts, those of libraries included. A process of its own,
 * because the meter slows down everything in it.
 */
import { startStripe, type TestStripe } from '@farebox/payments/testing';
import { freePort } from '@farebox/testing';
import { type BlockMeter, openBlockMeter, recordExpressions, slowOnes } from '@farebox/testing/work';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { requestsWith } from '../testing/fuzz.fixture.ts';
import { statusOf } from '../testing/malformed.fixture.ts';
import { startTestOperatorGateway, type TestOperatorGateway } from '../testing/operator.fixture.ts';
import { type Target, targetsOf } from './targets.fixture.ts';
import { createWorld, type World } from './world.fixture.ts';

const CHARS = 1_500;
const TIMES = 4;
/** A defect of all routes is found at the first few. */
const FOUND_MAX = 2;
/** For a busy machine; alone it takes half a minute. */
const TIMEOUT_MS = 900_000;
const statuses: (number | null)[] = [];
let stripe: TestStripe;
let gateway: TestOperatorGateway;
let world: World;
let meter: BlockMeter;
let ports: Readonly<Record<Target['port'], number>>;

beforeAll(async () => {
  meter = await openBlockMeter(); // first: a function that ran before is counted less precisely
  stripe = await startStripe();
  const port = await freePort();
  gateway = await startTestOperatorGateway({ ...stripe.settings, FAREBOX_STRIPE_PORT: String(port) });
  ports = {
    api: Number(new URL(gateway.url).port),
    operator: Number(new URL(gateway.operatorUrl).port),
    stripe: port,
  };
  world = await createWorld(gateway);
});
afterAll(async () => {
  await meter[Symbol.asyncDispose]();
  await gateway[Symbol.asyncDispose]();
  await stripe[Symbol.asyncDispose]();
});

/** Sends each of the requests once, one after the other. */
async function sendAll(target: Target, chars: number, turn: number): Promise<void> {
  for (const request of requestsWith({ ...target, chars, charsMax: CHARS * TIMES, turn }))
    statuses.push(await statusOf(ports[target.port], request));
}

test('four times the text of a request is at most four times the work', { timeout: TIMEOUT_MS }, async () => {
  using record = recordExpressions();
  const all = await targetsOf(gateway, world);
  const grown: string[] = [];
  for (const [turn, target] of all.entries()) {
    const short = await meter.blocksOf(() => sendAll(target, CHARS, turn));
    const long = await meter.blocksOf(() => sendAll(target, CHARS * TIMES, turn));
    if (grown.length > FOUND_MAX) break;
    if (long > TIMES * short) grown.push(`${target.method} ${target.path}: ${short} and ${long} blocks`);
  }
  expect(grown).toEqual([]);
  expect(await slowOnes(record.found())).toEqual([]);
  expect(record.found().length).toBeGreaterThan(50);
  // A request that is refused because there are too many proves nothing.
  expect(statuses.filter((status) => status === null || status === 429)).toEqual([]);
});
