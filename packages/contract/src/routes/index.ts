/** The API: every endpoint once. A handler map typed by `RouteName` does not compile while one is missing. */
import { catalogRoutes } from './catalog.ts';
import { executionRoutes } from './executions.ts';
import { projectRoutes } from './project.ts';

export const ROUTES = { ...projectRoutes, ...catalogRoutes, ...executionRoutes };
export type RouteName = keyof typeof ROUTES;
export type { Route } from './route.ts';
