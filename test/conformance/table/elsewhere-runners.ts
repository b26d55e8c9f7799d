/** Sentences about runners that ask for work, whose runs only a worker and a runner make. */
import type { Sentence } from './sentences.ts';

export const RUNNERS_ELSEWHERE: readonly (Sentence & { readonly files: readonly string[] })[] = [
  {
    reference: 'contract 7',
    text: 'A runner key `fb_runner_<public id>_<secret ≥160 bit base62>_<CRC32>` belongs to one own tool, is shown once, and is stored as an API key is',
    files: ['packages/identity/src/keys/runner-token.test.ts', 'apps/gateway/src/operator/runner-keys.test.ts'],
  },
  {
    reference: 'contract 7',
    text: 'A revoked key is refused on every gateway within one second',
    files: ['apps/gateway/src/operator/within-a-second.test.ts'],
  },
  {
    reference: 'contract 7',
    text: '`start` is the body of `PUT` of the runner protocol',
    files: ['apps/gateway/src/http/serve-runs.test.ts'],
  },
  {
    reference: 'contract 7',
    text: 'One request claims one run, and a run is given to one request at a time',
    files: ['packages/tools/src/store/pull-runs.test.ts'],
  },
  {
    reference: 'contract 7',
    text: 'A run whose client left before it had the response is handed back',
    files: ['apps/gateway/src/http/serve-runs.test.ts'],
  },
  {
    reference: 'contract 7',
    text: 'A gateway that stops ends the waits with `run: null`',
    files: ['apps/gateway/src/http/serve-runs.test.ts'],
  },
  {
    reference: 'contract 7',
    text: 'the limits of section 1 for numbers and depth do not hold for it',
    files: ['apps/gateway/src/runs/run-bodies.test.ts'],
  },
  {
    reference: 'contract 7',
    text: 'A run of another tool answers exactly like one that does not exist, `run_not_found`',
    files: ['apps/gateway/src/isolation/runner-keys.test.ts'],
  },
  {
    reference: 'contract 7',
    text: 'Claims that wait are limited for each key, tool and gateway',
    files: ['apps/gateway/src/runs/run-claims.test.ts'],
  },
];
