/** All endpoints of the API. A handler map typed by `RouteName` does not compile while a handler is missing. */
import { batchRoutes } from './batches.ts';
import { catalogRoutes } from './catalog.ts';
import { executionRoutes } from './executions.ts';
import { projectRoutes } from './project.ts';
import { templateRoutes } from './templates.ts';
import { uploadRoutes } from './uploads.ts';

export const ROUTES = {
  ...projectRoutes,
  ...catalogRoutes,
  ...uploadRoutes,
  ...batchRoutes,
  ...executionRoutes,
  ...templateRoutes,
};
export type RouteName = keyof typeof ROUTES;
export type { Endpoint, Route } from './route.ts';
export { AGENT_ROUTES } from './agents.ts';
export { SIGNED_ROUTES } from './uploads.ts';
export { TUS, TUS_ERRORS, type TusErrorName } from './resumable.ts';
