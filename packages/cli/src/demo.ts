/**
 * Creates the demo data: an organization, a project with a balance, an ADMIN and a key. It is created once per data
 * folder, and again only if the stored key does not work (other database, other pepper, revoked).
 */
import type { Database } from '@farebox/db';
import { micros } from '@farebox/kernel';
import { createKeyDirectory, openProject } from '@farebox/identity';
import { type Demo, readDemo, writeDemo } from './demo-file.ts';

export const DEMO_TOP_UP_USD = 10;
/** Subject of the demo session for the operator API. */
export const DEMO_SUBJECT = 'demo';
const MICROS_PER_USD = 1_000_000;

export interface DemoOptions {
  readonly database: Database;
  readonly pepper: string;
  /** Folder that stores the key, because a key can be shown only by its holder. */
  readonly dataDirectory: string;
}

export async function openDemo(options: DemoOptions): Promise<Demo> {
  const kept = readDemo(options.dataDirectory);
  if (kept !== undefined && (await opens(options, kept.key))) return kept;
  const made = await createDemo(options);
  // If the first start is interrupted before this line, a project without a stored key remains, and the next start
  // creates another one.
  writeDemo(options.dataDirectory, made);
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
