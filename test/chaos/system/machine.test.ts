import { startProcess } from '@farebox/testing';
import { expect, test } from 'vitest';
import { grantedMs } from '../checker/granted.ts';
import { watchMachine } from './machine.ts';

const SPENT_MS = 500;
const SPEND = `const until = () => process.cpuUsage().user / 1000; while (until() < ${SPENT_MS}); console.log('spent'); process.stdin.resume()`;

test("the processor time of a run's processes includes those that have ended, and is never more than that of the machine", async () => {
  const machine = watchMachine();
  await using child = startProcess({ command: [process.execPath, '-e', SPEND], stdin: 'pipe' });
  await child.said(/spent/);
  await child.end('SIGKILL');
  const ran = (): number => machine.slices().reduce((sum, { ranMs }) => sum + ranMs, 0);
  await expect.poll(ran).toBeGreaterThan(SPENT_MS * 0.9);
  machine.close();
  const [from, until] = [machine.slices()[0]!.fromMs, machine.slices().at(-1)!.untilMs];
  const given = grantedMs(machine.slices(), from, until) / (until - from);
  expect(given).toBeGreaterThanOrEqual(0.09);
  expect(given).toBeLessThanOrEqual(1);
});
