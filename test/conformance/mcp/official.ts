/** Runs the official conformance suite against the gateway: every check must pass, except those on the list of missing features, which must fail. */
import { join } from 'node:path';
import { expect } from 'vitest';
import { gatewayUrl } from '../client/connect.ts';
import type { Identities } from '../client/identities.ts';
import { foreign } from '../client/shell.ts';
import { withKeys } from './with-key.ts';

const PROGRAM = join(import.meta.dirname, '../node_modules/.bin/conformance');
export const EXPECTED = join(import.meta.dirname, 'expected-failures.yml');

/** @param args arguments of `conformance server`; each entry is one run. */
export async function officially(
  runs: readonly (readonly string[])[],
  keys: Identities,
  folder: string,
): Promise<void> {
  await using front = await withKeys(gatewayUrl(), [keys.keyAdmin, keys.key, keys.key2]);
  for (const args of runs) {
    const command = [PROGRAM, 'server', '--url', front.url, '--expected-failures', EXPECTED, ...args];
    const { code, stdout, stderr } = await foreign(command, folder);
    expect([args, code, stdout + stderr]).toEqual([args, 0, expect.stringContaining('Baseline check passed')]);
  }
}
