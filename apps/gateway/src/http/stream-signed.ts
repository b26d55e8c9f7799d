/**
 * Serves the event stream of a signed event URL. The URL is the permission, so no key is required; it is a secret and is
 * never logged. The seal is checked first: a URL that was not made here is refused before anything is counted or queried.
 */
import type { IncomingMessage } from 'node:http';
import { AppError, SIGNED_ROUTES } from '@farebox/contract';
import type { Identity } from '@farebox/identity';
import type { Express } from 'express';
import type { Dependencies } from '../endpoint/dependencies.ts';
import type { FeedResult } from '../endpoint/handler.ts';
import { streamBatch } from '../handlers/stream-batch.ts';
import { streamExecution } from '../handlers/stream-execution.ts';
import { streamExecutions } from '../handlers/stream-executions.ts';
import type { EventPermission } from '../watch/event-addresses.ts';
import type { Opened } from '../watch/stream-registry.ts';
import { authorize } from './authentication.ts';
import type { Listener } from './bare-app.ts';
import type { Pipeline } from './bind-route.ts';
import { letRead, respondToPreflight, type Preflight } from './cross-origin.ts';
import { header } from './header.ts';
import { otherMethod } from './not-found.ts';
import { expressPath } from './paths.ts';
import { addressesOf, count } from './rate-limit.ts';
import { responseContext } from './response.ts';
import { streamResult } from './stream-result.ts';

type Needs = Pick<
  Dependencies,
  'batches' | 'batchFollower' | 'clock' | 'eventAddresses' | 'eventUrlTimes' | 'executions' | 'projectStreams' | 'watch'
>;

export interface SignedEvents extends Pipeline {
  readonly basePath: string;
  readonly dependencies: Needs;
  readonly absent: Listener;
}

const SCOPE = 'executions:read';

export function streamSigned(app: Express, { dependencies, absent, basePath, ...pipeline }: SignedEvents): void {
  const expressRoute = app.route(basePath + expressPath(SIGNED_ROUTES.streamEventUrl.path));
  expressRoute.get(listenerOf(dependencies, pipeline));
  const isAllowed = byItsProject(dependencies, pipeline);
  const other = otherMethod(['GET'], absent);
  expressRoute.options(respondToPreflight({ isAllowed, methods: ['GET'], absent: other }));
  expressRoute.all(other);
}

/** The URL names its project, and exactly that project must list the origin. EventSource needs no preflight, fetch does. */
const byItsProject =
  ({ eventAddresses }: Needs, { keys }: Pipeline): Preflight['isAllowed'] =>
  async (origin, request) => {
    const permission = eventAddresses.open(addressIn(request));
    const identity = permission === null ? null : await holderOf(keys, permission);
    return identity?.project.origins.includes(origin) === true;
  };

/** The last segment of the path. */
const addressIn = ({ url = '' }: IncomingMessage): string => url.slice(url.lastIndexOf('/') + 1);

function listenerOf(needs: Needs, pipeline: Pipeline): Listener {
  const { keys, limiter, streams, sendError } = pipeline;
  const observe = pipeline.observe(SIGNED_ROUTES.streamEventUrl);
  return async (request, response) => {
    const startMs = performance.now();
    const context = responseContext(response, SIGNED_ROUTES.streamEventUrl.path);
    try {
      const permission = needs.eventAddresses.open(addressIn(request));
      const identity = permission === null ? null : await holderOf(keys, permission);
      if (permission === null || identity === null) throw new AppError('event_url_not_usable');
      context.projectId = identity.project.id;
      if (permission.stream.kind === 'execution') context.executionId = permission.stream.id;
      letRead(request, response, identity.project.origins);
      await count(limiter, addressesOf(identity), context);
      authorize(SCOPE, identity);
      const repeated = await authorizedUntilItsEnd(needs, keys, permission);
      const result = await feedOf(needs, identity, { permission, lastEventId: header(request, 'last-event-id') });
      streamResult({ request, response, context, streams }, result, { identity, ...repeated });
      return observe(200, performance.now() - startMs);
    } catch (error) {
      sendError(request, response, { context, error, route: undefined });
    }
    observe(response.statusCode, performance.now() - startMs);
  };
}

/** The key that made the URL, with its current permissions; null if it is no longer active. */
async function holderOf(keys: Pipeline['keys'], permission: EventPermission): Promise<Identity | null> {
  const identity = await keys.findByPublicId(permission.keyPublicId);
  return identity?.project.id === permission.projectId ? identity : null;
}

/** Throws if the URL has expired. The stream's own time is monotonic, so that a clock jump neither ends nor prolongs it. */
async function authorizedUntilItsEnd(
  { clock, eventUrlTimes }: Needs,
  keys: Pipeline['keys'],
  permission: EventPermission,
): Promise<Pick<Opened, 'authorizeAgain' | 'authorizedBy'>> {
  const { expiresAt, keyPublicId } = permission;
  const endsMs = clock.monotonicMs() + (await eventUrlTimes.remainingMs(expiresAt));
  const checkTime = (): void => {
    if (clock.monotonicMs() < endsMs) return;
    const details = { reason: 'expired', expiredAt: expiresAt.toISOString() };
    throw new AppError('event_url_not_usable', { details });
  };
  checkTime();
  return {
    authorizedBy: `event-url ${keyPublicId} ${expiresAt.getTime()}`,
    authorizeAgain: async () => {
      checkTime(); // before the query: an expired stream ends while the database is away, too
      const identity = await holderOf(keys, permission);
      if (identity === null) throw new AppError('event_url_not_usable');
      authorize(SCOPE, identity);
    },
  };
}

interface Asked {
  readonly permission: EventPermission;
  readonly lastEventId: string | undefined;
}

/** Uses the handlers of the streams with a key, so that the streams cannot differ. */
async function feedOf(
  needs: Needs,
  identity: Identity,
  { permission: { stream }, lastEventId }: Asked,
): Promise<FeedResult> {
  switch (stream.kind) {
    case 'execution':
      return await streamExecution(needs)({ identity, params: { id: stream.id }, lastEventId });
    case 'batch':
      return await streamBatch(needs)({ identity, params: { id: stream.id }, lastEventId });
    case 'project': {
      const query = stream.tool === undefined ? {} : { tool: stream.tool };
      return streamExecutions(needs)({ identity, query, lastEventId });
    }
  }
}
