/** Sentences about runners that ask for work, whose runs only a worker and a runner make. */
import type { Sentence } from './sentences.ts';

export const RUNNERS_ELSEWHERE: readonly (Sentence & { readonly files: readonly string[] })[] = [
  {
    reference: 'contract 2',
    text: '`invalid_runner_key` (section 7)',
    files: ['apps/gateway/src/http/serve-runs.test.ts'],
  },
  {
    reference: 'contract 2',
    text: '`run_not_found` (section 7)',
    files: ['apps/gateway/src/http/serve-runs.test.ts'],
  },
  {
    reference: 'contract 2',
    text: '`run_lease_lost`',
    files: ['apps/gateway/src/http/serve-runs.test.ts'],
  },
  {
    reference: 'contract 2',
    text: '`run_ended` (section 7)',
    files: ['apps/gateway/src/http/serve-runs.test.ts'],
  },
  {
    reference: 'contract 7',
    text: 'A runner key `fb_runner_<public id>_<secret ≥160 bit base62>_<CRC32>` belongs to one own tool, is shown once, and is stored as an API key is',
    files: ['packages/identity/src/keys/runner-token.test.ts', 'apps/gateway/src/operator/runner-keys.test.ts'],
  },
  {
    reference: 'contract 7',
    text: 'It is no API key, and no API key is a runner key',
    files: ['apps/gateway/src/isolation/public-matrix.test.ts', 'apps/gateway/src/isolation/runner-keys.test.ts'],
  },
  {
    reference: 'contract 7',
    text: 'any key that is not an active runner key is `invalid_runner_key`',
    files: ['apps/gateway/src/http/serve-runs.test.ts'],
  },
  {
    reference: 'contract 7',
    text: 'A revoked key is refused on every gateway within one second',
    files: ['apps/gateway/src/operator/within-a-second.test.ts'],
  },
  {
    reference: 'contract 7',
    text: 'responds once the tool of the key has a run, or after that time',
    files: ['apps/gateway/src/http/serve-runs.test.ts', 'apps/gateway/src/runs/run-claims.test.ts'],
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
    text: '`POST /runs/{token}/report` with `{lease, reply}` responds',
    files: ['apps/gateway/src/http/serve-runs.test.ts'],
  },
  {
    reference: 'contract 7',
    text: '`reply` is a response of the runner protocol with the `status`',
    files: ['apps/gateway/src/runs/run-bodies.test.ts'],
  },
  {
    reference: 'contract 7',
    text: 'the limits of section 1 for numbers and depth do not hold for it',
    files: ['apps/gateway/src/runs/run-bodies.test.ts'],
  },
  {
    reference: 'contract 7',
    text: 'The same end again is 200',
    files: ['apps/gateway/src/http/serve-runs.test.ts'],
  },
  {
    reference: 'contract 7',
    text: 'Another end is `run_ended`, and the first one stays',
    files: ['apps/gateway/src/http/serve-runs.test.ts'],
  },
  {
    reference: 'contract 7',
    text: 'The lease of another claim is `run_lease_lost`',
    files: ['apps/gateway/src/http/serve-runs.test.ts'],
  },
  {
    reference: 'contract 7',
    text: 'A run of another tool answers exactly like one that does not exist, `run_not_found`',
    files: ['apps/gateway/src/isolation/runner-keys.test.ts'],
  },
  {
    reference: 'contract 7',
    text: 'Claims and reports of a runner key have rate limits of their own, each ten times that of an API key',
    files: ['apps/gateway/src/http/serve-runs.test.ts'],
  },
  {
    reference: 'contract 7',
    text: 'Claims that wait are limited for each key, tool and gateway',
    files: ['apps/gateway/src/runs/run-claims.test.ts'],
  },
];
