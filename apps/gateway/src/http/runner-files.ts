/**
 * Serves and receives the files of runs at programs outside. The URL is the permission, so no key is required; it is a
 * secret and is never logged. A URL that was not sealed here gets the same response as any unknown path.
 */
import { statfsSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { AppError } from '@farebox/contract';
import { type RunnerFile, RUNNER_FILES_PATH } from '@farebox/files';
import { createSemaphore } from '@farebox/kernel';
import { ObjectMissingError, responseOf } from '@farebox/storage';
import type { Express } from 'express';
import type { Dependencies } from '../endpoint/dependencies.ts';
import { allowedTypes } from '../endpoint/forms.ts';
import { unavailable } from '../endpoint/failure.ts';
import { createArrivals, ROOM_BYTES_MAX } from '../upload/arrivals.ts';
import { checkStore } from '../upload/receive.ts';
import { type StoredOnce, storeOnce } from '../upload/store-once.ts';
import { arriving, UPLOAD_RATE } from './arriving.ts';
import type { Listener } from './bare-app.ts';
import { mediaTypeOf } from './content-type.ts';
import { announcedBytes } from './header.ts';
import { otherMethod } from './not-found.ts';
import { responseContext, writeResult } from './response.ts';
import type { SendError } from './send-error.ts';
import { createReaders, LIMITS_OF_FILES, rangeOf } from './serve-file.ts';
import { sendFile } from './send-file.ts';
import { sourceOf } from '../upload/source-of.ts';

type Needs = Pick<
  Dependencies,
  'artifacts' | 'clock' | 'freeBytesMin' | 'organizations' | 'runnerFiles' | 'storeWatch' | 'uploadTurns'
>;

export interface RunnerFileServing {
  readonly basePath: string;
  readonly dependencies: Needs;
  readonly sendError: SendError;
  readonly absent: Listener;
}

/** The rest of the temporary folder is for files that clients upload. */
const ROOM_OF_FOLDER = 0.75;

function roomBytes(): number {
  const { bsize, blocks } = statfsSync(tmpdir());
  return Math.min(ROOM_BYTES_MAX, Math.floor(bsize * blocks * ROOM_OF_FOLDER));
}

export function serveRunnerFiles(app: Express, { basePath, dependencies, sendError, absent }: RunnerFileServing): void {
  const route = app.route(`${basePath}${RUNNER_FILES_PATH}:address`);
  const listening =
    (respond: Responding): Listener =>
    async (request, response) => {
      const context = responseContext(response, `${RUNNER_FILES_PATH}{address}`);
      try {
        const file = permitted(dependencies, request);
        context.projectId = file.projectId;
        await respond(file, request, response);
      } catch (error) {
        const failure = error instanceof ObjectMissingError ? new AppError('not_found') : error;
        sendError(request, response, { context, error: failure, route: undefined });
      }
    };
  route.get(listening(sending(dependencies)));
  route.put(listening(receiving(dependencies)));
  route.all(otherMethod(['GET', 'PUT'], absent));
}

type Responding = (file: RunnerFile, request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** The last segment of the path. */
const addressIn = ({ url = '' }: IncomingMessage): string => url.slice(url.lastIndexOf('/') + 1);

/** Throws `not_found` for a URL that was not made here, or not for this method, or whose time is over. */
function permitted({ clock, runnerFiles }: Needs, request: IncomingMessage): RunnerFile {
  const file = runnerFiles.open(addressIn(request));
  if (file === null || (file.operation === 'put') !== (request.method === 'PUT')) throw new AppError('not_found');
  checkTime(file, clock);
  return file;
}

function checkTime({ expiresAt }: RunnerFile, clock: Needs['clock']): void {
  if (expiresAt.getTime() > clock.now().getTime()) return;
  throw new AppError('not_found', { details: { reason: 'expired', expiredAt: expiresAt.toISOString() } });
}

/** A PUT ends with its URL. At the least permitted rate, one could otherwise hold its place and its disk for hours. */
async function* inTime(body: AsyncIterable<Buffer>, file: RunnerFile, clock: Needs['clock']): AsyncGenerator<Buffer> {
  for await (const piece of body) {
    checkTime(file, clock);
    yield piece;
  }
}

function sending({ artifacts, organizations }: Needs): Responding {
  const enter = createReaders(LIMITS_OF_FILES);
  const ofRunners = createSemaphore({ slots: Infinity, slotsPerKey: LIMITS_OF_FILES.perOrganizationMax });
  return async (file, request, response) => {
    const { key, projectId, runner } = file;
    const mimeType = file.operation === 'get' ? file.mimeType : '';
    const named = { key, mimeType, fileName: 'file' };
    const { method = 'GET' } = request;
    const found = await responseOf(sourceOf(artifacts, key), named, { method, range: rangeOf(request) });
    if (found === null) {
      // In a folder that is not mounted, every file seems to be missing, and a runner would give up its run.
      await artifacts.ready();
      throw new AppError('not_found');
    }
    const tenant = [await organizations.ofProject(projectId), projectId];
    const leaveRunner = ofRunners.tryTake({ key: runner });
    if (leaveRunner === null) throw unavailable('service_unavailable');
    const leave = enter(key, tenant);
    try {
      if (leave === null) throw unavailable('service_unavailable');
      const headers = { ...found.headers, 'X-Request-Id': responseContext(response).requestId };
      await sendFile(response, { ...found, headers }, LIMITS_OF_FILES);
    } finally {
      leave?.();
      leaveRunner();
    }
  };
}

function receiving(needs: Needs): Responding {
  const arrivals = createArrivals({ roomBytes: roomBytes() });
  return async (file, request, response) => {
    const { key, projectId, runner } = file;
    const bytesMax = file.operation === 'put' ? file.sizeBytesMax : 0;
    checkType(request, file);
    const announced = announcedBytes(request) ?? bytesMax;
    if (announced > bytesMax) throw new AppError('file_too_large', { details: { bytesMax } });
    await checkStore(needs);
    const tenant = [await needs.organizations.ofProject(projectId), projectId] as const;
    const leave = await arrivals.take({ runner, tenant, bytesMax: announced });
    if (leave === null) throw unavailable('service_unavailable', noRoomFor(announced, arrivals.roomBytes));
    try {
      const body = inTime(needs.uploadTurns.paced(arriving(request, UPLOAD_RATE), tenant), file, needs.clock);
      const data: StoredOnce = await storeOnce(needs.artifacts, { key, bytesMax, body });
      writeResult(response, responseContext(response), { status: 200, data });
    } finally {
      leave();
    }
  };
}

const UNTOLD_TYPE = 'application/octet-stream';

/** Before a byte is stored: the URL takes one file, and the run of a wrong one could only fail. */
function checkType(request: IncomingMessage, file: RunnerFile): void {
  const allowed = file.operation === 'put' ? file.mimeTypes : undefined;
  const type = mediaTypeOf(request) ?? UNTOLD_TYPE;
  if (allowed !== undefined && type !== UNTOLD_TYPE && !allowed.includes(type))
    throw new AppError('unsupported_media_type', { details: allowedTypes(allowed, type) });
}

/** A file that never fits is a setting of this machine, which the log must name. */
const noRoomFor = (bytes: number, roomBytes: number): Error | undefined =>
  bytes > roomBytes
    ? new Error(`the temporary folder has room for ${roomBytes} bytes, and not for ${bytes}`)
    : undefined;
