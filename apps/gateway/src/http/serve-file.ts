/**
 * Serves signed download URLs. The signature is the permission, so no key is required; the URL is a secret and is never
 * logged. Clients that stall, read forever or arrive in large numbers use bounded resources, and a client that disconnects
 * leaves nothing open.
 */
import type { IncomingMessage } from 'node:http';
import { AppError } from '@farebox/contract';
import type { OrganizationDirectory, OriginDirectory } from '@farebox/identity';
import { createSemaphore, type Leave } from '@farebox/kernel';
import { type Downloads, ObjectMissingError } from '@farebox/storage';
import type { RequestHandler } from 'express';
import { unavailable } from '../endpoint/failure.ts';
import { header, isSent } from './header.ts';
import { responseContext } from './response.ts';
import { letRead } from './cross-origin.ts';
import type { SendError } from './send-error.ts';
import { sendFile, type SendLimits } from './send-file.ts';

export interface FileLimits extends SendLimits {
  /** Concurrent responses; clients that download in parts use several. */
  readonly perUrlMax: number;
  readonly perProjectMax: number;
  readonly perOrganizationMax: number;
}

/** A client that reads 3 KB/s still makes progress; a file of 100 MiB needs 120 KB/s. */
export const LIMITS_OF_FILES: FileLimits = {
  idleMs: 20_000,
  totalMs: 15 * 60_000,
  perUrlMax: 8,
  perProjectMax: 32,
  perOrganizationMax: 128,
};

export interface FileServing {
  readonly basePath: string;
  readonly sendError: SendError;
  readonly limits?: FileLimits;
  readonly organizations: Pick<OrganizationDirectory, 'ofProject'>;
  /** Without it, pages of other origins cannot read files. */
  readonly origins?: Pick<OriginDirectory, 'ofProject'>;
}

export function serveFile(downloads: Pick<Downloads, 'open' | 'expiredAt'>, serving: FileServing): RequestHandler {
  const { basePath, sendError, limits = LIMITS_OF_FILES, origins, organizations } = serving;
  const enter = createReaders(limits);
  return async (request, response) => {
    const context = responseContext(response, '/files/{key}');
    const [path = '', query = ''] = request.originalUrl.slice(basePath.length).split('?', 2);
    let leave: Leave | null = null;
    try {
      const download = await downloads.open({ method: request.method, path, query, range: rangeOf(request) });
      if (download === null) throw absent(downloads.expiredAt({ path, query }));
      const { urlId, projectId } = download;
      context.projectId = projectId;
      if (origins !== undefined && isSent(request, 'origin'))
        letRead(request, response, await origins.ofProject(projectId));
      leave = enter(urlId, [await organizations.ofProject(projectId), projectId]);
      if (leave === null) throw unavailable('service_unavailable');
      await sendFile(
        response,
        { ...download, headers: { ...download.headers, 'X-Request-Id': context.requestId } },
        limits,
      );
    } catch (error) {
      const failure = error instanceof ObjectMissingError ? new AppError('not_found') : error;
      sendError(request, response, { context, error: failure, route: undefined });
    } finally {
      leave?.();
    }
  };
}

/** A URL that was not signed here gets the same response as any unknown path. */
const absent = (expiredAt: Date | null): AppError =>
  expiredAt === null
    ? new AppError('not_found')
    : new AppError('not_found', { details: { reason: 'expired', expiredAt: expiredAt.toISOString() } });

/** The returned function counts a client, or returns null if the URL, the project or its organization has reached its limit. */
export function createReaders({
  perUrlMax,
  perProjectMax,
  perOrganizationMax,
}: FileLimits): (urlId: string, tenant: readonly string[]) => Leave | null {
  const ofUrls = createSemaphore({ slots: Infinity, slotsPerKey: perUrlMax });
  const ofTenants = createSemaphore({ slots: Infinity, slotsPerKey: [perOrganizationMax, perProjectMax] });
  return (urlId, tenant) => {
    const leaveUrl = ofUrls.tryTake({ key: urlId });
    const leaveTenant = leaveUrl && ofTenants.tryTake({ key: tenant });
    if (leaveTenant !== null) return () => (leaveUrl?.(), leaveTenant());
    leaveUrl?.();
    return null;
  };
}

/** Ignores a range with a condition that the gateway cannot evaluate; the whole file is always a correct response. */
export const rangeOf = (request: IncomingMessage): string | undefined =>
  isSent(request, 'if-range') ? undefined : header(request, 'range');
