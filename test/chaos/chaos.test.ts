/** The parts that need a whole system. A failure prints the run's own report and the command that repeats it. */
import { expect, test } from 'vitest';
import { ALL_DEFECTS } from './parts/defects.ts';
import { chaos } from './run.ts';

/** Another one every time would be a suite that fails by chance; any other is one command away. */
const SEED = '20261121';

test('I1 to I10 hold over 2,000 executions while processes, lines and servers fail at random', async () => {
  const { code, output } = await chaos('--part', 'mix', '--seed', SEED, '--executions', '2000');
  expect(code, output).toBe(0);
});

test('I1 to I10 hold whatever happens at every failpoint', async () => {
  const { code, output } = await chaos('--part', 'matrix', '--seed', SEED);
  expect(code, output).toBe(0);
});

test('a deploy under load fails no request and costs no attempt', async () => {
  const { code, output } = await chaos('--part', 'rolling', '--seed', SEED, '--rate', '20');
  expect(code, output).toBe(0);
});

test('the checker finds each deliberate defect, by the promise that it breaks', async () => {
  const { code, output } = await chaos('--part', 'defects', '--seed', SEED);
  expect(code, output).toBe(0);
  const found = output.match(/^✓ .* the checker found |^skipped: /gm);
  expect(found).toHaveLength(ALL_DEFECTS.length);
});

test('every balance and refusal of 40,000 ledger commands is that of plain arithmetic', async () => {
  const { code, output } = await chaos('--part', 'ledger', '--seed', SEED, '--commands', '40000');
  expect(code, output).toBe(0);
});

test('a database that will not write, read-only or out of disk, costs no paid outcome', async () => {
  const { code, output } = await chaos('--part', 'refusal', '--seed', SEED);
  expect(code, output).toBe(0);
});

test('a database away for longer than a lease loses nothing that was paid for meanwhile', async () => {
  // Twice the usual lease: a machine that stands still for one is a worker that is late for it, which `starved` is about.
  const { code, output } = await chaos('--part', 'outage', '--only', 'database', '--seed', SEED, '--lease', '6');
  expect(code, output).toBe(0);
});

test('a month that ends, and a clock two hours ahead for a while, change no charge', async () => {
  const { code, output } = await chaos('--part', 'clock', '--seed', SEED);
  expect(code, output).toBe(0);
});

test('a deploy waits for the paid calls that are under way', async () => {
  const { code, output } = await chaos('--part', 'calls', '--seconds', '20', '--seed', SEED);
  expect(code, output).toBe(0);
});

test('a failover costs nothing, or, without the last commits, no more than they held', async () => {
  const { code, output } = await chaos('--part', 'failover', '--seed', SEED);
  expect(code, output).toBe(0);
});
