/** The project of a key, and the project's usage in the current calendar month (UTC). Contract, section 4. */
import { Type, type Static } from 'typebox';
import { SCOPES } from '../scopes.ts';
import { type Environment, ENVIRONMENTS } from '../vocabulary.ts';
import {
  Count,
  UsDollars,
  KeyId,
  MicrosJson,
  Name,
  OrganizationId,
  ProjectId,
  Timestamp,
  described,
  list,
  named,
  nullable,
  oneOf,
} from './primitives.ts';

const Organization = Type.Object(
  {
    id: described(OrganizationId, 'Identifies the organization.'),
    name: described(Name, 'The name that its members chose.'),
  },
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

const ProjectFacts = Type.Object(
  {
    id: described(ProjectId, 'Identifies the project.'),
    name: described(Name, 'The name that its members chose.'),
    environment: described(ProjectEnvironment, '`live` for real money, `test` for play money.'),
  },
  named('ProjectFacts', 'The project itself.'),
);

const KeyFacts = Type.Object(
  {
    id: described(KeyId, 'Identifies the key; not a secret.'),
    publicId: PublicId,
    name: described(Name, 'The name that the issuer of the key chose.'),
    scopes: list(
      oneOf('Scope', SCOPES, 'A permission of a key.'),
      SCOPES.length,
      'What the key may do, within the role of its owner.',
    ),
    expiresAt: nullable(Timestamp, 'When the key stops working; null if it does not expire.'),
  },
  named('KeyFacts', 'The key of this request.'),
);

export const Project = Type.Object(
  {
    organization: described(Organization, 'The organization that owns the project.'),
    project: described(ProjectFacts, 'The project that the key belongs to.'),
    key: described(KeyFacts, 'The key of this request.'),
  },
  named('Project', 'The organization and the project of the key.'),
);

export const Usage = Type.Object(
  {
    month: Type.String({ pattern: '^[0-9]{4}-[0-9]{2}$', maxLength: 7, description: '`YYYY-MM`.' }),
    currency: UsDollars,
    settledRequests: described(Count, 'Executions settled in this month that succeeded or were charged.'),
    chargedMicros: described(MicrosJson, 'The sum of their charges, in micro-units of USD.'),
    heldMicros: described(MicrosJson, 'On hold now for open executions, in micro-units of USD.'),
    availableMicros: described(MicrosJson, 'The balance that new executions can use now, in micro-units of USD.'),
    monthlyCapMicros: nullable(
      MicrosJson,
      'The most that charges of this month and holds may be together, in micro-units of USD; null if there is no cap.',
    ),
  },
  named(
    'Usage',
    'Usage in the current calendar month (UTC). An execution counts in the month in which it was settled. Amounts are micro-units of USD.',
  ),
);

export type Project = Static<typeof Project>;
export type Usage = Static<typeof Usage>;
