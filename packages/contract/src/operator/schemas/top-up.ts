/** Top-ups: payments of live projects, play money of test projects. */
import { Type } from 'typebox';
import { MicrosJson, closed, named } from '../../schemas/primitives.ts';
import { FUNDING_MAX_MICROS, ProposalId } from './money.ts';

/** Play money at once: 10,000 USD. */
export const TOP_UP_MAX_MICROS = 10_000_000_000;

export const TopUpRequest = Type.Object(
  {
    amountMicros: Type.Integer({ format: 'int64', minimum: 1, maximum: FUNDING_MAX_MICROS }),
    reference: Type.String({
      pattern: '^[A-Za-z0-9._:-]{1,100}$',
      maxLength: 100,
      description: 'The same again adds nothing.',
    }),
  },
  closed,
);
export const TopUp = Type.Object(
  {
    added: Type.Boolean({ description: 'False: it had been added before, or it waits for a second operator.' }),
    availableMicros: MicrosJson,
    proposalId: Type.Optional({ ...ProposalId, description: 'It waits for a second operator: nothing is added yet.' }),
  },
  named('TopUp', 'The balance after it.'),
);
