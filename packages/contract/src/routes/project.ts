/** Routes that read the project of the key and its usage. */
import { Project, Usage } from '../schemas/index.ts';
import type { Route } from './route.ts';

export const projectRoutes = {
  getProject: {
    method: 'GET',
    path: '/tools/project',
    scope: 'project:read',
    summary: 'Read the project of the key',
    description: 'Returns the organization and the project of the key, and the scopes of the key.',
    successes: { 200: { description: 'The project of the key.', schema: Project } },
    errors: [],
  },
  getUsage: {
    method: 'GET',
    path: '/tools/usage',
    scope: 'usage:read',
    summary: 'Read the usage of the current month',
    description:
      'Returns the settled requests and their charges in the current calendar month (UTC), with the balance, holds and cap.',
    successes: { 200: { description: 'The usage of the current month.', schema: Usage } },
    errors: [],
  },
} as const satisfies Readonly<Record<string, Route>>;
