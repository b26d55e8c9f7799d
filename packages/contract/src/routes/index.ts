/** All endpoints of the API. A handler map typed by `RouteName` does not compile while a handler is missing. */
import { batchRoutes } from './batches.ts';
import { catalogRoutes } from './catalog.ts';
import { eventUrlRoutes, signedEventRoutes } from './event-urls.ts';
import { executionRoutes } from './executions.ts';
import { projectRoutes } from './project.ts';
import { templateRoutes } from './templates.ts';
import { signedUploadRoutes, uploadRoutes } from './uploads.ts';

export const ROUTES = {
  ...projectRoutes,
  ...catalogRoutes,
  ...uploadRoutes,
  ...batchRoutes,
  ...executionRoutes,
  ...eventUrlRoutes,
  ...templateRoutes,
};
export type RouteName = keyof typeof ROUTES;
/** Routes that need no key: the path is sealed, and is the permission. */
export const SIGNED_ROUTES = { ...signedUploadRoutes, ...signedEventRoutes };
export { RUNNER_ROUTES } from './runners.ts';
export type { Endpoint, Route, RunnerRoute } from './route.ts';
export { AGENT_ROUTES } from './agents.ts';
export { TUS, TUS_ERRORS, type TusErrorName } from './resumable.ts';
