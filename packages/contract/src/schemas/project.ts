/** The project of a key, and its usage of the current UTC month. Contract, section 4. */
import { Type, type Static } from 'typebox';
import { SCOPES } from '../scopes.ts';
import { type Environment, ENVIRONMENTS } from '../vocabulary.ts';
import {
  Count,
  Currency,
  KeyId,
  MicrosJson,
  Name,
  OrganizationId,
  ProjectId,
  Timestamp,
  list,
  named,
  nullable,
  oneOf,
} from './primitives.ts';

const Organization = Type.Object(
  { id: OrganizationId, name: Name },
  named('Organization', 'Who the project belongs to.'),
);

export const ProjectEnvironment = oneOf(
  'ProjectEnvironment',
  Object.keys(ENVIRONMENTS) as Environment[],
  'For ever. The balance of a test project is play money, and its external tools are simulated.',
);
export const PublicId = Type.String({
  pattern: '^[0-9A-Za-z]{16}$',
  maxLength: 16,
  description: "Stands in the key's text and is no secret: tells which key it is that was found somewhere.",
});

export const Project = Type.Object(
  {
    organization: Organization,
    project: Type.Object(
      { id: ProjectId, name: Name, environment: ProjectEnvironment },
      named('ProjectFacts', 'The project itself.'),
    ),
    key: Type.Object(
      {
        id: KeyId,
        publicId: PublicId,
        name: Name,
        scopes: list(oneOf('Scope', SCOPES, 'What a key may do.'), SCOPES.length),
        expiresAt: nullable(Timestamp),
      },
      named('KeyFacts', 'The key that asks.'),
    ),
  },
  named('Project', 'The organization and project that the key belongs to.'),
);

export const Usage = Type.Object(
  {
    month: Type.String({ pattern: '^[0-9]{4}-[0-9]{2}$', maxLength: 7, description: '`YYYY-MM`.' }),
    currency: Currency,
    settledRequests: Count,
    chargedMicros: MicrosJson,
    heldMicros: MicrosJson,
    availableMicros: MicrosJson,
    monthlyCapMicros: nullable(MicrosJson),
  },
  named('Usage', 'The current UTC month; a request belongs to the month of its settlement.'),
);

export type Project = Static<typeof Project>;
export type Usage = Static<typeof Usage>;
