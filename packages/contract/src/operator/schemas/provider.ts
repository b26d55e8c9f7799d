/** External services as operators see them: what is configured, and how it goes. Never where a key stands. */
import { Type } from 'typebox';
import {
  Count,
  ExecutionId,
  MicrosJson,
  ProjectId,
  Timestamp,
  closed,
  list,
  named,
  nullable,
  oneOf,
} from '../../schemas/primitives.ts';

const PROVIDERS_MAX = 1_000;
const MODELS_MAX = 1_000;
const FAILURES_MAX = 10;

export const ProviderName = Type.String({
  $id: 'ProviderName',
  pattern: '^[a-z][a-z0-9-]{0,59}$',
  maxLength: 60,
  description: 'An entry of the configuration; simulated-… is the simulator, for test projects.',
});
const Text = Type.String({ maxLength: 300 });

const state = {
  name: ProviderName,
  kind: oneOf('ProviderKind', ['openai', 'predictions'], 'The dialect of its API.'),
  host: Type.String({ maxLength: 300, description: 'Where it is called.' }),
  circuit: oneOf(
    'CircuitState',
    ['closed', 'open'],
    'Open: it failed again and again, and is left alone until `openUntil`; its tools answer 503 where no spare serves them.',
  ),
  failuresInARow: Count,
  openUntil: nullable(Timestamp),
  openCalls: Type.Integer({
    format: 'int64',
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'Calls whose outcome is not known yet, those under review among them.',
  }),
};
const Served = Type.Object(
  {
    model: Type.String({ maxLength: 200, description: '`tool/model`, as the catalog has it.' }),
    by: Type.String({ maxLength: 300, description: "The service's name of its model." }),
    isSpare: Type.Boolean({ description: 'Asked only where the first entry cannot have been sent to.' }),
  },
  closed,
);
const Failure = Type.Object(
  { projectId: ProjectId, executionId: ExecutionId, at: Timestamp, reason: nullable(Text) },
  closed,
);

const Provider = Type.Object(state, named('Provider', 'An external service of this deployment.'));
export const ProviderList = Type.Object(
  { providers: list(Provider, PROVIDERS_MAX) },
  named('ProviderList', 'Every entry that this gateway is configured with.'),
);
export const ProviderDetails = Type.Object(
  {
    ...state,
    serves: list(Served, MODELS_MAX),
    month: Type.Object(
      {
        calls: Count,
        bookedMicros: MicrosJson,
        costMicros: MicrosJson,
      },
      closed,
    ),
    lastFailures: list(Failure, FAILURES_MAX),
  },
  named(
    'ProviderDetails',
    'An external service, what it serves, what it cost since the month (UTC) began, and what failed last.',
  ),
);
