/** The OpenAPI 3.1 document, derived from the route objects. */
import { AGENT_ROUTES, ROUTES, type Route, SIGNED_ROUTES } from '../routes/index.ts';
import {
  type AgentRoute,
  ALWAYS_POSSIBLE,
  ALWAYS_POSSIBLE_FOR_AGENTS,
  ALWAYS_POSSIBLE_SIGNED,
  type SignedRoute,
} from '../routes/route.ts';
import { type Api, pathsOf } from './operation.ts';
import { GUIDE } from './guide.ts';
import { schemaReferences } from './references.ts';
import { resumablePaths } from './resumable.ts';
import type { RequestExamples } from './request-examples.ts';
import { webhooksOf } from './webhooks.ts';

const API: Api<Route> = {
  security: 'apiKey',
  tagOf: ({ path }) => {
    if (path.startsWith('/tools/executions')) return 'Executions';
    if (path.startsWith('/tools/batches')) return 'Batches';
    return path.startsWith('/tools/templates') ? 'Templates' : 'Tools';
  },
  rightsOf: ({ scope }) => `Scope: \`${scope}\`.`,
  alwaysPossible: ALWAYS_POSSIBLE,
};

const SIGNED_API: Api<SignedRoute> = {
  security: null,
  tagOf: () => 'Tools',
  rightsOf: () => 'No key: the address is the permission. It is a secret while it lives: never log it.',
  alwaysPossible: ALWAYS_POSSIBLE_SIGNED,
};

const AGENT_API: Api<AgentRoute> = {
  security: 'apiKey',
  tagOf: () => 'Agents',
  rightsOf: () => 'Any key; each call has the scope of its own endpoint.',
  alwaysPossible: ALWAYS_POSSIBLE_FOR_AGENTS,
};

/** @param serverUrl the base URL as clients see it. */
export function openApiDocument(serverUrl: string, requests: RequestExamples): unknown {
  const references = schemaReferences();
  const paths = {
    ...pathsOf(ROUTES, { api: API, references, requests }),
    ...pathsOf<AgentRoute>(AGENT_ROUTES, { api: AGENT_API, references, requests }),
    ...pathsOf<SignedRoute>(SIGNED_ROUTES, { api: SIGNED_API, references, requests }),
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
      description:
        'Read the catalog, get a free quote, upload, execute, poll, download. Nothing is charged above its quote. Pages of other origins read answers where the project lists their origin (CORS), and none by default.',
      contact: { name: 'The operators of this deployment' },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [
      { url: serverUrl, description: 'This deployment, for production as for trying it out.', 'x-internal': false },
    ],
    tags: [
      { name: 'Agents', description: 'The same by the Model Context Protocol.' },
      { name: 'Batches', description: 'Quote, start, read and cancel many executions as one.' },
      { name: 'Executions', description: 'List, read, cancel, download.' },
      { name: 'Templates', description: 'Save pipelines under a name, choose their version, archive.' },
      { name: 'Tools', description: 'Catalog, quote, upload, execute.' },
      { name: 'Webhooks', description: 'What your server is told.' },
    ],
    paths,
    webhooks,
    components: {
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'fb_<live|test>_…',
          description: 'An API key of one project.',
        },
      },
      schemas: references.collected(),
    },
  };
}
