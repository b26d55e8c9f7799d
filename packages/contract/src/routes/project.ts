/** Routes that read the project: its identity and its usage. */
import { Project, Usage } from '../schemas/index.ts';
import type { Route } from './route.ts';

export const projectRoutes = {
  getProject: {
    method: 'GET',
    path: '/tools/project',
    scope: 'project:read',
    summary: 'Organization and project of the key',
    description: 'Tells which organization and project the key belongs to, and what the key may do.',
    successes: { 200: { description: 'The project of the key.', schema: Project } },
    errors: [],
  },
  getUsage: {
    method: 'GET',
    path: '/tools/usage',
    scope: 'usage:read',
    summary: 'Usage of the current UTC month',
    description: 'Counts settled requests and their charges in the current UTC month, with balance, holds and cap.',
    successes: { 200: { description: 'Usage of the current UTC month.', schema: Usage } },
    errors: [],
  },
} as const satisfies Readonly<Record<string, Route>>;
