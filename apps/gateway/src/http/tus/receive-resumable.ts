/**
 * Resumable uploads by tus 1.0.0. A key starts an upload; the upload's URL is then the permission to continue, so a page
 * needs no key. Requests are counted and authorised like any other, before any byte of the body is read. A finished upload
 * names its file in `Farebox-File-Id`. If a gateway dies after the last byte arrived, the next request finishes the upload.
 */
import type { ServerResponse } from 'node:http';
import { TUS } from '@farebox/contract';
import type { Identity } from '@farebox/identity';
import type { Express, Request } from 'express';
import type { Dependencies } from '../../endpoint/dependencies.ts';
import type { ResumablePermission } from '../../upload/resumable-addresses.ts';
import { authenticate, authorize } from '../authentication.ts';
import type { Listener } from '../bare-app.ts';
import type { Pipeline } from '../bind-route.ts';
import { byAnyProject, letRead, type Preflight, respondToPreflight } from '../cross-origin.ts';
import { header, isSent } from '../header.ts';
import { otherMethod } from '../not-found.ts';
import { addressesOf, count, countRequest } from '../rate-limit.ts';
import { responseContext, type ResponseContext } from '../response.ts';
import { refuse, TusError, write } from './responses.ts';
import { append, create, describe, type Handle, look, type Needs, read, remove } from './requests.ts';

export interface ResumableUploads extends Pipeline {
  readonly basePath: string;
  readonly dependencies: Needs & Pick<Dependencies, 'origins'>;
  readonly absent: Listener;
}

type Receive = (request: Request, response: ServerResponse) => Promise<void>;

const ONE = `${TUS.path}/{address}`;
/** These methods carry bytes or numbers of the protocol, so they require its version header. */
const SPOKEN = ['POST', 'HEAD', 'PATCH', 'DELETE'];

export function receiveResumable(
  app: Express,
  { dependencies, absent, basePath, ...pipeline }: ResumableUploads,
): void {
  const bound = (method: string, path: string, handle: Handle): Receive =>
    listenerOf({ method, path, handle }, dependencies, pipeline);
  /** Handles the preflight of a browser and the capability request of a tus client. */
  const options = (path: string, { isAllowed, methods }: Pick<Preflight, 'isAllowed' | 'methods'>): Receive => {
    const asClient = bound('OPTIONS', path, describe);
    const asBrowser = respondToPreflight({
      isAllowed,
      methods,
      headers: [...TUS.requestHeaders, TUS.methodHeader],
      absent,
    });
    return async (request, response) =>
      await (isSent(request, 'access-control-request-method') ? asBrowser : asClient)(request, response);
  };
  app.all(
    `${basePath}${TUS.path}`,
    byMethod(absent, {
      OPTIONS: options(TUS.path, { isAllowed: byAnyProject(dependencies.origins), methods: ['POST'] }),
      POST: bound('POST', TUS.path, create),
    }),
  );
  // A page whose browser or network knows no PATCH sends POST and names the method in a header.
  const methods = ['HEAD', 'GET', 'PATCH', 'DELETE', 'POST'];
  app.all(
    `${basePath}${TUS.path}/:address`,
    byMethod(absent, {
      OPTIONS: options(ONE, { isAllowed: byItsProject(dependencies, pipeline), methods }),
      HEAD: bound('HEAD', ONE, look),
      GET: bound('GET', ONE, read),
      PATCH: bound('PATCH', ONE, append),
      DELETE: bound('DELETE', ONE, remove),
    }),
  );
}

/** tus: if the header is present, its value is the method, and the method of the request line is ignored. */
const byMethod = (absent: Listener, receivers: Readonly<Record<string, Receive>>): Receive => {
  const known = new Map(Object.entries(receivers));
  const other = otherMethod([...known.keys()], absent);
  return async (request, response) => {
    const named = header(request, 'x-http-method-override')?.trim() ?? '';
    const receive = known.get(named === '' ? request.method : named.toUpperCase());
    await (receive ?? other)(request, response);
  };
};

/** The URL names its project, and exactly that project must list the origin. */
const byItsProject =
  ({ resumable }: Needs, { keys }: Pipeline): Preflight['isAllowed'] =>
  async (origin, { url = '' }) => {
    const permission = resumable.openAddress(url.slice(url.lastIndexOf('/') + 1));
    const identity = permission === null ? null : await keys.findByPublicId(permission.keyPublicId);
    return identity?.project.origins.includes(origin) === true;
  };

interface Bound {
  readonly method: string;
  readonly path: string;
  readonly handle: Handle;
}

function listenerOf({ method, path, handle }: Bound, needs: Needs, pipeline: Pipeline): Receive {
  const observe = pipeline.observe({ method: method as 'GET', path: path as `/${string}` });
  return async (request, response) => {
    const startMs = performance.now();
    const context = responseContext(response, path);
    response.setHeader('Tus-Resumable', TUS.version);
    try {
      const permission = needs.resumable.openAddress(String(request.params['address'] ?? ''));
      const identity = await permitted(permission, pipeline, { request, response, context });
      authorize(TUS.scope, identity);
      if (SPOKEN.includes(method) && header(request, 'tus-resumable') !== TUS.version)
        throw new TusError('tus_version_unsupported', { version: TUS.version });
      const reply = await handle(needs, { request, identity, id: permission?.uploadId ?? null });
      write(response, context, reply);
    } catch (error) {
      if (error instanceof TusError) refuse(request, response, { context, error });
      else pipeline.sendError(request, response, { context, error, route: undefined });
    }
    observe(response.statusCode, performance.now() - startMs);
  };
}

interface Asking {
  readonly request: Request;
  readonly response: ServerResponse;
  readonly context: ResponseContext;
}

/**
 * Uses the request's key if there is one; otherwise the key that started the upload, with its current permissions, whose
 * URLs have a separate rate limit. Throws `invalid_api_key`, `upload_not_found` if the starting key has ended, and
 * `rate_limit_exceeded`.
 */
async function permitted(
  permission: ResumablePermission | null,
  { keys, limiter }: Pipeline,
  { request, response, context }: Asking,
): Promise<Identity> {
  const isByAddress = !isSent(request, 'authorization') && permission !== null;
  const identity = isByAddress ? await keys.findByPublicId(permission.keyPublicId) : await authenticate(keys, request);
  if (identity === null) throw new TusError('upload_not_found');
  const { project } = identity;
  context.projectId = project.id;
  letRead(request, response, project.origins, TUS.responseHeaders);
  if (isByAddress) await count(limiter, addressesOf(identity), context);
  else await countRequest(limiter, identity, context);
  return identity;
}
