/** The project of a key, and the project's usage in the current calendar month (UTC). Contract, section 4. */
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
  named('Organization', 'The organization that owns the project.'),
);

export const ProjectEnvironment = oneOf(
  'ProjectEnvironment',
  Object.keys(ENVIRONMENTS) as Environment[],
  'Fixed at creation. A test project has play money and simulated external services.',
);
export const PublicId = Type.String({
  pattern: '^[0-9A-Za-z]{16}$',
  maxLength: 16,
  description: 'The public part of the key. It is not a secret; use it to identify a key that was found somewhere.',
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
        scopes: list(oneOf('Scope', SCOPES, 'A permission of a key.'), SCOPES.length),
        expiresAt: nullable(Timestamp),
      },
      named('KeyFacts', 'The key of this request.'),
    ),
  },
  named('Project', 'The organization and the project of the key.'),
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
  named(
    'Usage',
    'Usage in the current calendar month (UTC). An execution counts in the month in which it was settled. Amounts are micro-units of USD.',
  ),
);

export type Project = Static<typeof Project>;
export type Usage = Static<typeof Usage>;
