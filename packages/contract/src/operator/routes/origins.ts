/** The web origins whose pages may read responses to the keys of a project (CORS). */
import { ProjectId } from '../../schemas/primitives.ts';
import type { OperatorRoute } from '../route.ts';
import { AllowedOrigins, SetOriginsRequest } from '../schemas/origins.ts';

const ofProject = {
  tag: 'Origins',
  params: { projectId: ProjectId },
  path: '/projects/{projectId}/cors',
  successes: { 200: { description: 'The origins.', schema: AllowedOrigins } },
  errors: [],
} as const;

export const originRoutes = {
  getCors: {
    ...ofProject,
    method: 'GET',
    access: { project: 'VIEWER' },
    summary: 'Read the allowed origins (CORS)',
    description:
      'Browsers let pages of these origins read the responses to API keys and upload URLs of the project. By default the list is empty.',
  },
  setCors: {
    ...ofProject,
    method: 'PUT',
    access: { project: 'ADMIN' },
    act: 'cors.set',
    summary: 'Set the allowed origins (CORS)',
    description:
      'Replaces the list, on every gateway within a second. Each origin must match exactly: patterns and `*` are not supported, and cookies are never allowed. The API key still decides what a page may do. Do not put an API key into a page that other people open: let your server create upload URLs instead.',
    body: {
      kind: 'json',
      schema: SetOriginsRequest,
      example: { origins: ['https://app.example'], reason: 'uploads from the editor' },
    },
  },
} as const satisfies Readonly<Record<string, OperatorRoute>>;
