/** Requests of runners of kind pull, which have no address: they ask for runs, and report. */
import { Type } from 'typebox';
import { RUN_LIMITS } from '../limits.ts';
import { Claim, ClaimRequest, Report, ReportRequest } from '../schemas/index.ts';
import type { RunnerRoute } from './route.ts';

/** The lease, the names of the members and the brackets. */
const AROUND_REPLY_BYTES = 1_024;

export const RUNNER_ROUTES = {
  claimRun: {
    method: 'POST',
    path: '/runs/claim',
    summary: 'Ask for a run',
    description:
      'Waits until the tool of the runner key has a run, and gives it to this request alone. One request claims one run: a runner that works on several runs at once sends several requests at once. Report `running` before the work begins.',
    body: { kind: 'json', schema: ClaimRequest, optional: true, example: { waitSeconds: 20 } },
    successes: { 200: { description: 'A run, or none.', schema: Claim } },
    errors: ['invalid_json', 'request_too_large', 'unsupported_media_type'],
  },
  reportRun: {
    method: 'POST',
    path: '/runs/{run}/report',
    summary: 'Report on a run',
    description:
      'Extends the lease of a run that goes on, or ends the run. The same end again is taken again; another end is refused. `not_taken` gives the run back.',
    params: {
      // A parameter named token would be taken for a credential.
      run: Type.String({ maxLength: RUN_LIMITS.tokenCharacters, description: 'The token of the run.' }),
    },
    body: {
      kind: 'json',
      schema: ReportRequest,
      bytesMax: RUN_LIMITS.replyBytes + AROUND_REPLY_BYTES,
      example: { lease: 'lse_01m80n8g2v4kq7xw', reply: { status: 'running', progress: 0.4 } },
    },
    successes: { 200: { description: 'The report was taken.', schema: Report } },
    errors: [
      'invalid_json',
      'request_too_large',
      'unsupported_media_type',
      'run_not_found',
      'run_lease_lost',
      'run_ended',
    ],
  },
} as const satisfies Readonly<Record<string, RunnerRoute>>;
