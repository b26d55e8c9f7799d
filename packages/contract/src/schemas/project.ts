/** The project of a key, and its usage of the current UTC month. Contract, section 4. */
import { Type, type Static } from 'typebox';
import { SCOPES } from '../scopes.ts';
import { Currency, MicrosJson, Timestamp, closed, named, nullable } from './primitives.ts';

const Named = Type.Object({ id: Type.String(), name: Type.String() }, closed);

export const Project = Type.Object(
  {
    organization: Named,
    project: Named,
    key: Type.Object(
      {
        id: Type.String(),
        name: Type.String(),
        scopes: Type.Array(Type.Enum([...SCOPES])),
        expiresAt: nullable(Timestamp),
      },
      closed,
    ),
  },
  named('Project', 'The organization and project that the key belongs to.'),
);

export const Usage = Type.Object(
  {
    month: Type.String({ pattern: '^[0-9]{4}-[0-9]{2}$' }),
    currency: Currency,
    settledRequests: Type.Integer({ minimum: 0 }),
    chargedMicros: MicrosJson,
    heldMicros: MicrosJson,
    availableMicros: MicrosJson,
    monthlyCapMicros: nullable(MicrosJson),
  },
  named('Usage', 'The current UTC month; a request belongs to the month of its settlement.'),
);

export type Project = Static<typeof Project>;
export type Usage = Static<typeof Usage>;
