/** Builds the OpenAPI 3.1 document from the route objects. */
import { AGENT_ROUTES, ROUTES, type Route, RUNNER_ROUTES, SIGNED_ROUTES } from '../routes/index.ts';
import {
  type AgentRoute,
  ALWAYS_POSSIBLE,
  ALWAYS_POSSIBLE_FOR_AGENTS,
  ALWAYS_POSSIBLE_FOR_RUNNERS,
  ALWAYS_POSSIBLE_SIGNED,
  type RunnerRoute,
  type SignedRoute,
} from '../routes/route.ts';
import { type Api, pathsOf } from './operation.ts';
import { GUIDE } from './guide.ts';
import { schemaReferences } from './references.ts';
import { introductionTo } from './introduction.ts';
import { withSamples } from './samples/samples.ts';
import { tagOf, TAGS } from './tags.ts';
import { resumablePaths } from './resumable.ts';
import type { RequestExamples } from './request-examples.ts';
import { webhooksOf } from './webhooks.ts';

const API: Api<Route> = {
  security: 'apiKey',
  tagOf: ({ path }) => tagOf(path),
  rightsOf: ({ scope }) => `Scope: \`${scope}\`.`,
  alwaysPossible: ALWAYS_POSSIBLE,
};

const SIGNED_API: Api<SignedRoute> = {
  security: null,
  tagOf: ({ path }) => tagOf(path),
  rightsOf: () =>
    'No key is needed: the URL is the permission. Treat the URL as a secret until it expires, and never log it.',
  alwaysPossible: ALWAYS_POSSIBLE_SIGNED,
};

const AGENT_API: Api<AgentRoute> = {
  security: 'apiKey',
  tagOf: () => 'Agents',
  rightsOf: () => 'Any key; each tool call needs the scope of the endpoint that it uses.',
  alwaysPossible: ALWAYS_POSSIBLE_FOR_AGENTS,
};

const RUNNER_API: Api<RunnerRoute> = {
  security: 'runnerKey',
  tagOf: ({ path }) => tagOf(path),
  rightsOf: () => 'A runner key; it concerns only runs of its tool.',
  alwaysPossible: ALWAYS_POSSIBLE_FOR_RUNNERS,
};

/** @param serverUrl the base URL that clients use. */
export function openApiDocument(serverUrl: string, requests: RequestExamples): unknown {
  const references = schemaReferences();
  const paths = {
    ...pathsOf(ROUTES, { api: API, references, requests }),
    ...pathsOf<AgentRoute>(AGENT_ROUTES, { api: AGENT_API, references, requests }),
    ...pathsOf<SignedRoute>(SIGNED_ROUTES, { api: SIGNED_API, references, requests }),
    ...pathsOf<RunnerRoute>(RUNNER_ROUTES, { api: RUNNER_API, references, requests }),
    ...resumablePaths(references),
    ...GUIDE,
  };
  const webhooks = webhooksOf(references);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Farebox tool execution API',
      version: '1.0.0',
      summary: 'Paid, asynchronous tools for projects that prepay.',
      description: introductionTo(serverUrl),
      contact: { name: 'The operators of this deployment' },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: serverUrl, description: 'This deployment, for live and for test projects.', 'x-internal': false }],
    tags: TAGS,
    paths: withSamples(paths),
    webhooks,
    components: {
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'fb_<live|test>_…',
          description: 'An API key of one project.',
        },
        runnerKey: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'fb_runner_…',
          description: 'A runner key of one tool. It is no API key, and an API key is no runner key.',
        },
      },
      schemas: references.collected(),
    },
  };
}
