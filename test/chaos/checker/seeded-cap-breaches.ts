/** Breaches of caps and of their counters, with everything else in order. Only tests of the checks use them. */
import type { Change } from './mutable.ts';

/** Gives the sound run this cap from its beginning, although it exceeded it. */
const capAt =
  (what: 'project' | 'key' | 'organization', micros: number): Change =>
  ({ run, accounts, keyCaps, organizations }) => {
    const told = { project: 'capMicros', key: 'keyCapMicros', organization: 'organizationCapMicros' } as const;
    const rows = { project: accounts, key: keyCaps, organization: organizations }[what];
    run.customers[0]![told[what]] = String(micros);
    rows[0]!.monthly_cap_micros = micros;
  };

export const CAP_BREACHES: readonly (readonly [promise: string, what: string, change: Change])[] = [
  ['I8', 'more held and settled than the cap of the project', capAt('project', 749)],
  ['I8', 'more held at once than the cap of the project', capAt('project', 799)],
  ['I8', 'more held at once than the cap of the key', capAt('key', 799)],
  ['I8', 'more held and settled than the cap of the organization', capAt('organization', 749)],
  ['I8', 'a cap of a project that is lost', ({ accounts }) => (accounts[0]!.monthly_cap_micros = null)],
  ['I8', 'a cap of a key that is lost', ({ keyCaps }) => (keyCaps[0]!.monthly_cap_micros = null)],
  ['I8', 'a cap of an organization that is lost', ({ organizations }) => (organizations[0]!.monthly_cap_micros = null)],
  ['I8', 'a key that counts less than it holds', ({ keyCaps }) => (keyCaps[0]!.held_micros = 0)],
  ['I8', 'a key that counts more than it was charged', ({ keyUsage }) => (keyUsage[0]!.charged_micros = 351)],
  ['I8', 'a key whose charges are not counted', ({ keyUsage }) => keyUsage.splice(0)],
  ['I8', 'charges of a key in another month', ({ keyUsage }) => (keyUsage[0]!.month = '2026-10-01')],
];
