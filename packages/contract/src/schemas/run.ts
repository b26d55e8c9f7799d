/** Runs at runners that ask for work themselves: claims and reports. The bodies inside are those of the runner protocol. */
import { Type, type Static } from 'typebox';
import { RUN_LIMITS } from '../limits.ts';
import { described, int32, JsonObject, named, nullable } from './primitives.ts';

const leaseSeconds = int32(RUN_LIMITS.leaseSeconds, {
  maximum: RUN_LIMITS.leaseSeconds,
  description: 'The run may be given away this many seconds after the claim or the last report.',
});

export const ClaimRequest = Type.Object(
  {
    waitSeconds: Type.Optional(
      int32(0, {
        maximum: RUN_LIMITS.claimSeconds,
        description: `The response comes with a run, or after this time. Default ${RUN_LIMITS.claimSeconds}.`,
      }),
    ),
  },
  named('ClaimRequest', 'How long to wait for a run.'),
);

const ClaimedRun = Type.Object(
  {
    token: Type.String({
      maxLength: RUN_LIMITS.tokenCharacters,
      description: 'Names the run for ever. It comes again if the run is given to a later claim.',
    }),
    lease: Type.String({ maxLength: 64, description: 'Names this claim of the run: each report has it.' }),
    leaseSeconds,
    start: described(JsonObject, 'The body of `PUT` of the runner protocol: arguments, files and limits of the run.'),
  },
  named('ClaimedRun', 'A run to work on.'),
);
export const Claim = Type.Object(
  { run: nullable(ClaimedRun, 'Null: there was no run. Ask again.') },
  named('Claim', 'A run, or none.'),
);

export const ReportRequest = Type.Object(
  {
    lease: Type.String({ pattern: '^[A-Za-z0-9_-]+$', maxLength: 64, description: 'The lease of the claim.' }),
    reply: described(
      JsonObject,
      'A response of the runner protocol, with the `status` running, succeeded, failed, cancelled or not_taken.',
    ),
  },
  named('ReportRequest', 'That a run goes on, or how it ended.'),
);
export const Report = Type.Object(
  {
    cancel: Type.Boolean({ description: 'True: stop the work, and report how it ended.' }),
    leaseSeconds,
  },
  named('Report', 'The report was taken.'),
);

export type ClaimRequest = Static<typeof ClaimRequest>;
export type ReportRequest = Static<typeof ReportRequest>;
