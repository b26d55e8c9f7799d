/** The OpenAPI 3.1 document of the operator API, derived from its route objects; nothing of it is written by hand. */
import { IDEMPOTENCY_KEY } from '../limits.ts';
import { type Api, pathsOf } from '../openapi/operation.ts';
import { schemaReferences } from '../openapi/references.ts';
import { Type } from 'typebox';
import { ALWAYS_POSSIBLE_FOR_OPERATORS, type OperatorRoute, POSSIBLE_FOR_ACTS } from './route.ts';
import { OPERATOR_ROUTES } from './routes/index.ts';

const API: Api<OperatorRoute> = {
  security: 'session',
  tagOf: ({ tag }) => tag,
  rightsOf: ({ access, act }) => `${rights(access)}${act === undefined ? '' : ` In the audit log: \`${act}\`.`}`,
  alwaysPossible: ALWAYS_POSSIBLE_FOR_OPERATORS,
};

function rights(access: OperatorRoute['access']): string {
  if (access === 'session') return 'For whoever is signed in, about themselves.';
  if (access === 'platform') return 'For platform operators.';
  if (access === 'organization') return 'For members of the organization, and platform operators.';
  if ('organization' in access) return 'For ADMINs of the organization, and platform operators.';
  return `For members of the project who are at least ${access.project}, and platform operators.`;
}

/** @param serverUrl where operators and members reach it. */
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
        'On a port of its own, for members of projects and operators of the platform, with sessions of their issuer. Every act is in the audit log.',
      contact: { name: 'The operators of this deployment' },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [
      { url: serverUrl, description: 'This deployment, for production as for trying it out.', 'x-internal': true },
    ],
    tags,
    paths,
    components: {
      securitySchemes: {
        session: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description:
            'A session of the configured issuer, verified as RFC8725 asks: algorithms, issuer and audience are pinned.',
        },
      },
      schemas: references.collected(),
    },
  };
}

/** With what every act has. */
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
  description: 'One per logical request: the same request under the same key acts once, and is answered the same.',
});
