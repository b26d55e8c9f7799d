/** An error helps its caller and reveals nothing that the caller may not read. */
import type { Mutant } from '../mutant.ts';

export const errorMutants: readonly Mutant[] = [
  {
    name: 'the reason of a 401 tells whether a key exists',
    threat: 'key theft, guessing',
    file: 'apps/gateway/src/http/authentication.ts',
    defence: "if (token !== null) return 'key_not_accepted';",
    without: "if (token !== null) return token.length > 40 ? 'key_ended' : 'key_not_accepted';",
    tests: ['apps/gateway/src/http/envelope.test.ts'],
    titles: ['%s gets the 401 of its form, whether or not such a key exists'],
  },
  {
    name: 'a download URL that was not signed here tells that it expired',
    threat: 'leaks',
    file: 'packages/storage/src/downloads/downloads.ts',
    defence: 'signed !== null && isSignature(urlSecret, signed.claim, signed.signature) ? signed : null',
    without: 'signed',
    tests: ['packages/storage/src/downloads/downloads.test.ts'],
    titles: ['a download URL with %s does not tell that it has expired'],
  },
  {
    name: 'another API key learns whether its body was that of the first request',
    threat: 'leaks',
    file: 'apps/gateway/src/accept/paid-request.ts',
    defence: "found?.keyLineage === paid.keyLineage ? 'body' : 'api_key'",
    without: "found?.bodyHash === paid.bodyHash ? 'api_key' : 'body'",
    tests: ['apps/gateway/src/accept/paid-request.test.ts'],
    titles: ['a conflict names the body only to the API key that sent it'],
  },
  {
    name: 'the methods of a path are not named',
    threat: 'fail-open auth, missing scope',
    file: 'apps/gateway/src/http/not-found.ts',
    defence: "response.setHeader('Allow', ",
    without: "response.setHeader('X-Allow', ",
    tests: ['apps/gateway/src/http/envelope.test.ts'],
    titles: ['a path with other methods names them, to everybody alike'],
  },
];
