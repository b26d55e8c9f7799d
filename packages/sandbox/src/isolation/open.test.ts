import { expect, test } from 'vitest';
import type { Closed } from './isolated.ts';
import { openIn, warnOfOpen } from './open.ts';
import { CANDIDATES, none } from './candidates.ts';

const CLOSED: Closed = { environment: true, network: true, files: true, signals: true, calls: true };

test('the start of a worker names everything that its isolation leaves open, and how to close it', () => {
  const logged: unknown[] = [];
  warnOfOpen(none, { warn: (...line) => void logged.push(line) });
  const open =
    "a compromised decoder reaches the worker's memory and secrets, the network, files that its user may read, " +
    'the worker, which it can end, every system call';
  expect(logged).toEqual([
    [{ open, mend: expect.stringContaining('install bubblewrap') }, 'decoders are not fully isolated'],
  ]);
});

test('a missing filter of system calls alone is named', () => {
  const found = openIn({ kind: 'namespaces', closed: { ...CLOSED, calls: false } });
  expect(found?.open).toBe('a compromised decoder reaches every system call');
});

test('the strongest isolation leaves nothing open, and warns of nothing', () => {
  const logged: unknown[] = [];
  warnOfOpen(CANDIDATES[0]!, { warn: (...line) => void logged.push(line) });
  expect(logged).toEqual([]);
});
