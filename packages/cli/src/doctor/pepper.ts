/** Compares the peppers of the settings with those under which the active keys are stored. */
import type { Database } from '@farebox/db';
import { keysByPepper, pepperMarksOf } from '@farebox/identity';
import { failed, type Finding, ok } from './finding.ts';

const WHAT = 'pepper';

export async function pepperFinding(database: Database, pepper: string | undefined): Promise<Finding> {
  if (pepper === undefined)
    return failed(
      WHAT,
      'FAREBOX_KEY_PEPPER is not set here',
      'run doctor with the settings of a gateway: without the pepper no key works',
    );
  const known = new Set(pepperMarksOf(pepper));
  const stored = await keysByPepper(database);
  const all = stored.reduce((sum, { keys }) => sum + keys, 0);
  const lost = stored.reduce((sum, { mark, keys }) => sum + (mark === null || known.has(mark) ? 0 : keys), 0);
  if (lost === 0) return ok(WHAT, `fits the active keys (${all})`);
  return failed(
    WHAT,
    `${lost} of ${all} active keys are stored under another pepper, and are refused`,
    'add the pepper of before to FAREBOX_KEY_PEPPER, after a comma (docs/rotating-secrets.md); a lost one means new keys',
  );
}
