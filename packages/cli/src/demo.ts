/**
 * What a newcomer needs to try the API: an organization, a project with balance, an ADMIN and a key. Made once for a
 * data folder; made anew only when the kept key opens nothing (another database, another pepper, revoked).
 */
import { join } from 'node:path';
import type { Database } from '@farebox/db';
import { micros } from '@farebox/kernel';
import { createKeyDirectory, openProject } from '@farebox/identity';
import { readPrivateJson, writePrivateJson } from './private-file.ts';

export interface Demo {
  readonly projectId: string;
  readonly key: string;
}

export const DEMO_TOP_UP_USD = 10;
/** Whose session opens the operator API. */
export const DEMO_SUBJECT = 'demo';
const MICROS_PER_USD = 1_000_000;

export interface DemoOptions {
  readonly database: Database;
  readonly pepper: string;
  /** Where the key is kept, since it can be shown only by whoever has it. */
  readonly dataDirectory: string;
}

const demoFile = (dataDirectory: string): string => join(dataDirectory, 'demo.json');

export const readDemo = (dataDirectory: string): Demo | undefined => readPrivateJson(demoFile(dataDirectory));

export async function openDemo(options: DemoOptions): Promise<Demo> {
  const kept = readDemo(options.dataDirectory);
  if (kept !== undefined && (await opens(options, kept.key))) return kept;
  const made = await createDemo(options);
  // An interrupted first start leaves a project that nobody holds a key of, and the next start makes another.
  writePrivateJson(demoFile(options.dataDirectory), made);
  return made;
}

async function opens({ database, pepper }: DemoOptions, key: string): Promise<boolean> {
  return (await createKeyDirectory({ database, pepper }).find(key)) !== null;
}

async function createDemo(options: DemoOptions): Promise<Demo> {
  const { projectId, key } = await openProject(options, {
    organization: 'Demo organization',
    name: 'Demo project',
    admin: { subject: DEMO_SUBJECT, name: 'Demo admin' },
    balanceMicros: micros(DEMO_TOP_UP_USD * MICROS_PER_USD),
    environment: 'test',
    key: { name: 'Demo key', expiresAt: null },
    program: 'farebox start',
  });
  return { projectId, key };
}
