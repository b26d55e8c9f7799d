/** External services as operators see them: configuration and state. Never the location of a provider's API key. */
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

/** A thousand entries of the configuration, and as many tools. */
const PROVIDERS_MAX = 2_000;
const MODELS_MAX = 1_000;
const FAILURES_MAX = 10;

export const ProviderName = Type.String({
  $id: 'ProviderName',
  pattern: '^[a-z][a-z0-9-]{0,79}$',
  maxLength: 80,
  description:
    'The name of a provider entry in the configuration. `simulated-…` is the simulator for test projects, and `tool-…` the runner of a tool of a team.',
});
const Text = Type.String({ maxLength: 300 });

const state = {
  name: ProviderName,
  kind: oneOf(
    'ProviderKind',
    ['openai', 'predictions', 'http', 'openapi', 'mcp', 'pull'],
    'The API dialect of the service, or the kind of a runner.',
  ),
  host: Type.String({ maxLength: 300, description: 'The host of its API; empty for a runner that asks for its work.' }),
  circuit: oneOf(
    'CircuitState',
    ['closed', 'open'],
    '`open`: the service failed repeatedly and gets no calls until `openUntil`. Its tools return 503 unless another provider entry serves them.',
  ),
  failuresInARow: Count,
  openUntil: nullable(Timestamp),
  openCalls: Type.Integer({
    format: 'int64',
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'The number of calls whose outcome is not known yet, including those under review.',
  }),
};
const Served = Type.Object(
  {
    model: Type.String({
      maxLength: 200,
      description: '`tool/model`, as named in the catalog; of a runner, its tool.',
    }),
    by: Type.String({
      maxLength: 300,
      description: "The service's own name of the model; of a runner, the version on offer.",
    }),
    isSpare: Type.Boolean({
      description: 'Whether the entry is used only if the first entry was certainly not called.',
    }),
  },
  closed,
);
const Failure = Type.Object(
  { projectId: ProjectId, executionId: ExecutionId, at: Timestamp, reason: nullable(Text) },
  closed,
);
const FailedCall = Type.Object(
  { at: Timestamp, reason: nullable(Text) },
  {
    ...closed,
    description:
      'The last call that counted in `failuresInARow`: when it failed and why, such as `ECONNREFUSED`. It stays here after a success.',
  },
);

const Provider = Type.Object(state, named('Provider', 'An external service of this deployment.'));
export const ProviderList = Type.Object(
  { providers: list(Provider, PROVIDERS_MAX) },
  named('ProviderList', "Every provider entry of this gateway's configuration, and the runner of every tool on offer."),
);
export const ProviderDetails = Type.Object(
  {
    ...state,
    lastFailedCall: nullable(FailedCall),
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
    'An external service, the models that it serves, its cost in the current month (UTC), and its last failures.',
  ),
);
