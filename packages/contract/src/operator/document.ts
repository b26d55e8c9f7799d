/** Builds the OpenAPI 3.1 document of the operator API from its route objects. */
import { IDEMPOTENCY_KEY } from '../limits.ts';
import { type Api, pathsOf } from '../openapi/operation.ts';
import { schemaReferences } from '../openapi/references.ts';
import { Type } from 'typebox';
import { ALWAYS_POSSIBLE_FOR_OPERATORS, type OperatorRoute, POSSIBLE_FOR_ACTS } from './route.ts';
import { OPERATOR_ROUTES } from './routes/index.ts';

const API: Api<OperatorRoute> = {
  security: 'session',
  tagOf: ({ tag }) => tag,
  rightsOf: ({ access, act }) => `${rights(access)}${act === undefined ? '' : ` Audit log: \`${act}\`.`}`,
  alwaysPossible: ALWAYS_POSSIBLE_FOR_OPERATORS,
};

function rights(access: OperatorRoute['access']): string {
  if (access === 'session') return 'Access: any signed-in caller, for their own data.';
  if (access === 'platform') return 'Access: platform operators.';
  if (access === 'organization') return 'Access: members of the organization, and platform operators.';
  if ('organization' in access) return 'Access: ADMINs of the organization, and platform operators.';
  if ('holder' in access)
    return `Access: members of its project with at least the role ${access.holder}, and platform operators of any project.`;
  return `Access: members of the project with at least the role ${access.project}, and platform operators.`;
}

/** @param serverUrl the base URL that operators and members use. */
export function operatorApiDocument(serverUrl: string): unknown {
  const references = schemaReferences();
  const routes = Object.fromEntries(
    (Object.entries(OPERATOR_ROUTES) as [string, OperatorRoute][]).map(([name, route]) => [name, asDescribed(route)]),
  );
  const paths = pathsOf(routes, { api: API, references, requests: {} });
  const tags = [...new Set(Object.values(routes).map(({ tag }) => tag))]
    .sort()
    .map((name) => ({ name, description: `${name}.` }));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Farebox operator API',
      version: '1.0.0',
      summary: 'People, keys, balances, prices, reviews and the audit log.',
      description:
        'For members of projects and operators of the platform, on a separate port. Authenticate with a session token of the configured issuer. Every change is recorded in the audit log.',
      contact: { name: 'The operators of this deployment' },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: serverUrl, description: 'This deployment, for live and for test projects.', 'x-internal': true }],
    tags,
    paths,
    components: {
      securitySchemes: {
        session: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description:
            'A session token (JWT) of the configured issuer. It is verified as RFC8725 requires: the algorithms, the issuer and the audience are pinned.',
        },
      },
      schemas: references.collected(),
    },
  };
}

/** Adds the headers and errors that every change has. */
function asDescribed(route: OperatorRoute): OperatorRoute {
  if (route.act === undefined) return route;
  const key = { 'Idempotency-Key': IdempotencyKey };
  const headers = route.idempotency === 'required' ? { headers: key } : { optionalHeaders: key };
  const needed = route.idempotency === 'required' ? (['idempotency_key_required'] as const) : [];
  return { ...route, ...headers, errors: [...route.errors, ...POSSIBLE_FOR_ACTS, ...needed] };
}

const IdempotencyKey = Type.String({
  pattern: IDEMPOTENCY_KEY.source,
  maxLength: 128,
  description:
    'A key of your choice, unique for each change. A repeated request with the same key acts once and returns the same response.',
});
