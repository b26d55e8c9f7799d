/** Who is asking: keys, sessions, and the project that a row belongs to. */
import type { Mutant } from '../mutant.ts';

const KEYS = ['packages/identity/src/keys/directory.test.ts', 'packages/identity/src/keys/token.test.ts'] as const;
const SESSIONS = ['packages/identity/src/sessions/sessions.test.ts'] as const;
const REFUSED = ['packages/identity/src/sessions/refused.test.ts'] as const;

export const identityMutants: readonly Mutant[] = [
  {
    name: 'a revoked key opens as before',
    threat: 'key theft, guessing',
    file: 'packages/identity/src/keys/store/find.ts',
    defence: 'AND k.revoked_at IS NULL',
    without: '',
    tests: KEYS,
  },
  {
    name: 'an expired key opens as before',
    threat: 'key theft, guessing',
    file: 'packages/identity/src/keys/store/find.ts',
    defence: 'AND (k.expires_at IS NULL OR k.expires_at > now())',
    without: '',
    tests: KEYS,
  },
  {
    name: 'any secret opens the key of a public id',
    threat: 'key theft, guessing',
    file: 'packages/identity/src/keys/directory.ts',
    defence: 'key !== undefined && sameDigest(digest, key.secretHmac)',
    without: 'key !== undefined && digest.length > 0',
    tests: KEYS,
  },
  {
    name: 'the checksum of a key is not looked at',
    threat: 'key theft, guessing',
    file: 'packages/identity/src/keys/token.ts',
    defence: 'checksum(text.slice(0, -CHECKSUM_LENGTH - 1)) === text.slice(-CHECKSUM_LENGTH)',
    without: 'text.length > 0',
    tests: KEYS,
  },
  {
    name: 'a gateway does not hear that the platform was switched off',
    threat: 'resource exhaustion',
    file: 'apps/gateway/src/accept/platform-switch.ts',
    defence: ' && platform.executionEnabled',
    without: '',
    tests: ['apps/gateway/src/accept/platform-switch.test.ts'],
  },
  {
    name: 'a session of any issuer is taken',
    threat: 'operator plane',
    file: 'packages/identity/src/sessions/verify.ts',
    defence: '    issuer,\n    audience,\n',
    without: '    audience,\n',
    tests: SESSIONS,
  },
  {
    name: 'a session for any audience is taken',
    threat: 'operator plane',
    file: 'packages/identity/src/sessions/verify.ts',
    defence: '    issuer,\n    audience,\n',
    without: '    issuer,\n',
    tests: SESSIONS,
  },
  {
    name: 'a session need not end',
    threat: 'operator plane',
    file: 'packages/identity/src/sessions/verify.ts',
    defence: "requiredClaims: ['sub', 'exp', 'iat'],",
    without: "requiredClaims: ['sub'],",
    tests: SESSIONS,
  },
  {
    name: 'a session may be of any age',
    threat: 'operator plane',
    file: 'packages/identity/src/sessions/verify.ts',
    defence: '    maxTokenAge: AGE_MAX,\n',
    without: '',
    tests: SESSIONS,
  },
  {
    name: "a session of any algorithm that fits the issuer's key is taken",
    threat: 'operator plane',
    file: 'packages/identity/src/sessions/verify.ts',
    defence: '    algorithms: [...algorithms],\n',
    without: '',
    tests: REFUSED,
  },
  {
    name: 'digests are compared byte by byte',
    threat: 'key theft, guessing',
    file: 'packages/identity/src/keys/digest.ts',
    defence: 'timingSafeEqual(a, b)',
    without: 'Buffer.compare(a, b) === 0',
    tests: ['packages/identity/src/keys/directory.test.ts', 'packages/identity/src/keys/token.test.ts'],
  },
  {
    name: 'signatures are compared byte by byte',
    threat: 'leaks',
    file: 'packages/storage/src/downloads/signature.ts',
    defence: 'timingSafeEqual(given, expected)',
    without: 'given.equals(expected)',
    tests: ['packages/storage/src/downloads/downloads.test.ts', 'packages/storage/src/conformance.test.ts'],
  },
  {
    name: 'the operator API listens everywhere',
    threat: 'operator plane',
    file: 'apps/gateway/src/config.ts',
    defence:
      "operatorHost: text('TOLLGATE_OPERATOR_HOST', {\n    description: 'Address of the operator API, which exists where sessions do.',\n    default: '127.0.0.1',",
    without:
      "operatorHost: text('TOLLGATE_OPERATOR_HOST', {\n    description: 'Address of the operator API, which exists where sessions do.',\n    default: '0.0.0.0',",
    tests: ['apps/gateway/src/config.test.ts'],
  },
  {
    name: 'a revoked key opens for a minute',
    threat: 'key theft, guessing',
    file: 'packages/identity/src/keys/directory.ts',
    defence: 'const REMEMBER_MS = 900;',
    without: 'const REMEMBER_MS = 60_000;',
    tests: ['packages/identity/src/keys/directory.test.ts'],
  },
];
