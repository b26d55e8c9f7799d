/** Whose pages may read what the API answers to the keys of a project. */
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
    summary: 'Whose pages may read',
    description:
      'Origins that browsers let read what the API answers to keys and signed addresses of the project. None, until somebody names one.',
  },
  setCors: {
    ...ofProject,
    method: 'PUT',
    access: { project: 'ADMIN' },
    act: 'cors.set',
    summary: 'Say whose pages may read',
    description:
      'Replaces the list, on every gateway within a second. Each is exact: no pattern, no `*`, and never with cookies. A key still decides what may be done; do not put one into a page that others open: let your server ask for an address to upload to.',
    body: {
      kind: 'json',
      schema: SetOriginsRequest,
      example: { origins: ['https://app.example'], reason: 'uploads from the editor' },
    },
  },
} as const satisfies Readonly<Record<string, OperatorRoute>>;
