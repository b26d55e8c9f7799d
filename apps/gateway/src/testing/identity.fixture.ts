/** For tests: an identity without a database. */
import type { Scope } from '@farebox/contract';
import type { Identity } from '@farebox/identity';
import { newId, ZERO_MICROS } from '@farebox/kernel';

export const identityWith = (scopes: readonly Scope[]): Identity => ({
  key: {
    id: newId('key'),
    publicId: 'a'.repeat(16),
    lineage: newId('key'),
    name: 'key',
    scopes,
    expiresAt: null,
  },
  member: { id: newId('member'), role: 'MEMBER' },
  project: {
    id: newId('project'),
    name: 'P',
    environment: 'live',
    executionEnabled: true,
    monthlyCapMicros: ZERO_MICROS,
    origins: [],
  },
  organization: { id: newId('organization'), name: 'O' },
  platform: { executionEnabled: true },
});
