/**
 * Receives a file at a signed upload URL. The URL is the permission, so no key is required; it is a secret and is never
 * logged. The seal is checked first: a URL that was not made here is refused before anything is counted, queried or read.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError, SIGNED_ROUTES } from '@farebox/contract';
import type { Identity } from '@farebox/identity';
import { readFile } from '@farebox/media';
import type { Express } from 'express';
import type { Dependencies } from '../endpoint/dependencies.ts';
import { receiveFile, type Receiving } from '../upload/receive.ts';
import type { UploadPermission } from '../upload/upload-addresses.ts';
import { arriving, UPLOAD_RATE } from './arriving.ts';
import { authorize } from './authentication.ts';
import type { Listener } from './bare-app.ts';
import type { Pipeline } from './bind-route.ts';
import { isPlain, mediaTypeOf, notPlain } from './content-type.ts';
import { respondToPreflight, letRead, type Preflight } from './cross-origin.ts';
import { announcedBytes } from './header.ts';
import { otherMethod } from './not-found.ts';
import { expressPath } from './paths.ts';
import { addressesOf, count } from './rate-limit.ts';
import { responseContext, type ResponseContext, writeResult } from './response.ts';

type Needs = Receiving & Pick<Dependencies, 'uploadAddresses'>;

export interface SignedUploads extends Pipeline {
  readonly basePath: string;
  readonly dependencies: Needs;
  readonly absent: Listener;
}

export function receiveSigned(app: Express, { dependencies, absent, basePath, ...pipeline }: SignedUploads): void {
  const expressRoute = app.route(basePath + expressPath(SIGNED_ROUTES.putUpload.path));
  expressRoute.put(listenerOf(dependencies, pipeline));
  const isAllowed = byItsProject(dependencies, pipeline);
  const other = otherMethod(['PUT'], absent);
  expressRoute.options(respondToPreflight({ isAllowed, methods: ['PUT'], absent: other }));
  expressRoute.all(other);
}

/** The URL names its project, and exactly that project must list the origin. */
const byItsProject =
  ({ uploadAddresses }: Needs, { keys }: Pipeline): Preflight['isAllowed'] =>
  async (origin, request) => {
    const permission = uploadAddresses.open(addressIn(request));
    const identity = permission === null ? null : await keys.findByPublicId(permission.keyPublicId);
    return identity?.project.origins.includes(origin) === true;
  };

/** The last segment of the path. */
const addressIn = ({ url = '' }: IncomingMessage): string => url.slice(url.lastIndexOf('/') + 1);

function listenerOf(needs: Needs, pipeline: Pipeline): Listener {
  const observe = pipeline.observe(SIGNED_ROUTES.putUpload);
  return async (request, response) => {
    const startMs = performance.now();
    const context = responseContext(response, SIGNED_ROUTES.putUpload.path);
    try {
      const permission = needs.uploadAddresses.open(addressIn(request));
      if (permission === null) throw new AppError('upload_url_not_usable');
      const identity = await permittedBy(permission, pipeline, { request, response, context });
      await checkUnused(needs, identity, permission);
      checkHead(request, permission);
      const data = await receiveFile(needs, {
        identity,
        body: arriving(request, UPLOAD_RATE),
        read: (body, reserve) => readFile(body, permission, reserve),
        pointer: '',
        once: permission.once,
      });
      writeResult(response, context, { status: 200, data });
    } catch (error) {
      pipeline.sendError(request, response, { context, error, route: undefined });
    }
    observe(response.statusCode, performance.now() - startMs);
  };
}

interface Asked {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly context: ResponseContext;
}

/**
 * Loads the key that made the URL, with its current permissions. The key's own requests and those of its URLs have
 * separate rate limits, both within the project's.
 */
async function permittedBy(
  { keyPublicId }: UploadPermission,
  { keys, limiter }: Pipeline,
  { request, response, context }: Asked,
): Promise<Identity> {
  const identity = await keys.findByPublicId(keyPublicId);
  if (identity === null) throw new AppError('upload_url_not_usable');
  const { project } = identity;
  context.projectId = project.id;
  letRead(request, response, project.origins);
  await count(limiter, addressesOf(identity), context);
  authorize('tools:execute', identity);
  return identity;
}

async function checkUnused({ files }: Needs, { project }: Identity, { once }: UploadPermission): Promise<void> {
  const state = await files.uploadUrlState(project.id, once);
  if (state.kind === 'used') throw new AppError('upload_url_used', { details: { fileId: state.fileId } });
  if (state.kind === 'ended')
    throw new AppError('upload_url_not_usable', {
      details: { reason: 'expired', expiredAt: once.expiresAt.toISOString() },
    });
}

const UNTOLD_TYPE = 'application/octet-stream';

/** Checks type and length in the request's head, before any byte of the body is read. */
function checkHead(request: IncomingMessage, { mimeType, sizeBytesMin, sizeBytesMax }: UploadPermission): void {
  const type = mediaTypeOf(request) ?? UNTOLD_TYPE;
  if (!isPlain(request) || (type !== mimeType && type !== UNTOLD_TYPE))
    throw notPlain(request, [mimeType, UNTOLD_TYPE], type);
  const length = announcedBytes(request);
  if (length === null) return; // a chunked body is counted as it arrives
  if (length > sizeBytesMax) throw new AppError('file_too_large', { details: { bytesMax: sizeBytesMax } });
  if (length < sizeBytesMin) {
    const fields = { '': 'has fewer bytes than announced' };
    throw new AppError('file_content_mismatch', { details: { fields, announced: { sizeBytesMin, sizeBytesMax } } });
  }
}
