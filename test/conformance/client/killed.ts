/** Kills clients, each at another contact with the outside, and then restarts them as a user would who did not notice. */
import { join } from 'node:path';
import { expect } from 'vitest';
import { gatewayUrl } from './connect.ts';
import { program } from './shell.ts';

export interface Lives {
  readonly what: 'run' | 'batch';
  /** Folder of their stores. */
  readonly folder: string;
  readonly apiKey: string;
}

export interface End {
  readonly killed: boolean;
  /** Id of the paid execution or batch. */
  readonly id: string;
}

/** More than the number of contacts of a run; a client with a higher number survives. */
const CONTACTS_MAX = 16;

/** Every other client names its request; the others resume from their store. */
export async function killedAtEachContact(lives: Lives): Promise<readonly End[]> {
  const ends: End[] = [];
  for (let at = 1; at <= CONTACTS_MAX; at += 4)
    ends.push(...(await Promise.all([at, at + 1, at + 2, at + 3].map((contact) => killedAt(contact, lives)))));
  return ends;
}

async function killedAt(at: number, lives: Lives): Promise<End> {
  const name = at % 2 === 0 ? [`killed-${at}`] : [];
  const first = await client({ ...lives, storeNumber: at, dieAt: at, name });
  if (first.code === 0 && name.length === 0) return { killed: false, id: first.id };
  const again = await client({ ...lives, storeNumber: at, dieAt: 0, name });
  expect(again.code).toBe(0);
  expect([again.id, '']).toContain(first.id);
  return { killed: first.code === null, id: again.id };
}

interface Life extends Lives {
  readonly storeNumber: number;
  readonly dieAt: number;
  readonly name: readonly string[];
}

async function client({
  what,
  folder,
  apiKey,
  storeNumber,
  dieAt,
  name,
}: Life): Promise<{ code: number | null; id: string }> {
  const env = { FAREBOX_URL: gatewayUrl(dieAt), FAREBOX_API_KEY: apiKey };
  const path = join(import.meta.dirname, '../sdk-killed.process.ts');
  const { code, stdout } = await program(path, [join(folder, String(storeNumber)), String(dieAt), what, ...name], env);
  return { code, id: stdout };
}
