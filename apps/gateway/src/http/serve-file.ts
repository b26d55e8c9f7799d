/**
 * Serves the signed download URLs of the disk store. The signature is the permission, so no key is asked for; the URL is
 * a secret and is never logged.
 */
import { pipeline } from 'node:stream/promises';
import { AppError } from '@tollgate/contract';
import type { DiskDownloads } from '@tollgate/storage';
import type { RequestHandler } from 'express';
import { answerContext } from './answer.ts';
import { ClientGoneError } from './read-body.ts';
import { newRequestId } from './request-id.ts';
import type { Refuse } from './refuse.ts';

export type FileDownloads = DiskDownloads;

export function serveFile(
  downloads: FileDownloads,
  { basePath, refuse }: { readonly basePath: string; readonly refuse: Refuse },
): RequestHandler {
  return async (request, response) => {
    const context = answerContext(newRequestId());
    try {
      const [path = '', query = ''] = request.originalUrl.slice(basePath.length).split('?', 2);
      const download = await downloads.open({ method: request.method, path, query });
      if (download === null) throw new AppError('not_found');
      response.writeHead(200, { ...download.headers, 'X-Request-Id': context.requestId });
      await pipeline(download.stream, response);
    } catch (error) {
      refuse(request, response, { context, error: isHangUp(error) ? new ClientGoneError() : error, route: undefined });
    }
  };
}

const isHangUp = (error: unknown): boolean => (error as { code?: string }).code === 'ERR_STREAM_PREMATURE_CLOSE';
