/**
 * Exports of a project's data: create, list, download and cancel. The URL of a part or a file gives access to the data, so no
 * URL is logged or stored.
 */
import { chainOf } from '@farebox/audit-log';
import { AppError, LIMITS, PAGE_DEFAULT } from '@farebox/contract';
import { cancelExport as cancel, findExport, type ProjectExport, requestExport } from '@farebox/exports';
import { extensionOf } from '@farebox/kernel';
import type { OperatorDependencies } from '../dependencies.ts';
import type { Act, Read } from '../endpoint.ts';
import { pageOf } from '../page.ts';
import { organizationOf, present } from '../path.ts';

type Needs = Pick<OperatorDependencies, 'downloads' | 'exports'>;

export const createExport: Act<'createExport'> = async (transaction, call) => {
  const { projectId } = call.params;
  const chain = chainOf(organizationOf(call));
  const made = await requestExport(transaction, { projectId, chain, requestedBy: call.caller.subject });
  if (made === 'open' || made === 'too_many') throw new AppError('export_not_possible', { details: { reason: made } });
  const data = wireExport(projectId, made);
  return { data, entry: { target: made.id, before: null, after: { asOf: data.asOf } } };
};

export const cancelExport: Act<'cancelExport'> = async (transaction, { params }) => {
  const before = present(await findExport(transaction, params), 'export');
  const after = await cancel(transaction, params);
  if (after === null) throw new AppError('export_not_possible', { details: { reason: before.status } });
  const data = wireExport(params.projectId, after);
  return {
    data,
    entry: { target: after.id, before: { status: before.status }, after: { status: after.status } },
  };
};

export const listExports =
  ({ exports }: Pick<Needs, 'exports'>): Read<'listExports'> =>
  async ({ params: { projectId }, query }) => {
    const { items, nextBefore } = await pageOf(query, (limit) =>
      exports.listExports({ projectId, before: query.before, limit }),
    );
    return { exports: items.map((each) => wireExport(projectId, each)), nextBefore };
  };

export const getExport =
  ({ exports }: Pick<Needs, 'exports'>): Read<'getExport'> =>
  async ({ params }) =>
    wireExport(params.projectId, present(await exports.findExport(params), 'export'));

export const listExportParts =
  (needs: Needs): Read<'listExportParts'> =>
  async ({ params, query: { before, limit = PAGE_DEFAULT } }) => {
    await requireKept(needs, params);
    const found = await needs.exports.listExportParts({ ...params, before, limit: limit + 1 });
    const parts = found.slice(0, limit).map(({ objectKey, rows, sizeBytes, ...part }) => {
      const fileName = `${String(part.number).padStart(6, '0')}-${part.section}.jsonl.gz`;
      const fetched = urlOf(needs, objectKey, { fileName, mimeType: 'application/gzip' });
      return { ...part, rows: Number(rows), sizeBytes: Number(sizeBytes), fileName, ...fetched };
    });
    return { parts, nextBefore: found.length > limit ? (parts.at(-1)?.number ?? null) : null };
  };

export const listExportFiles =
  (needs: Needs): Read<'listExportFiles'> =>
  async ({ params, query }) => {
    await requireKept(needs, params);
    const { items, nextBefore } = await pageOf(query, (limit) =>
      needs.exports.listExportFiles({ ...params, before: query.before, limit }),
    );
    const files = items.map(({ objectKey, sizeBytes, expiresAt: _, ...file }) => {
      const fileName = `${file.id}${extensionOf(file.mimeType)}`;
      const fetched = urlOf(needs, objectKey, { fileName, mimeType: file.mimeType });
      return { ...file, sizeBytes: Number(sizeBytes), fileName, ...fetched };
    });
    return { files, nextBefore };
  };

async function requireKept({ exports }: Needs, params: { projectId: string; exportId: string }) {
  const found = present(await exports.findExport(params), 'export');
  if (found.status === 'cancelled' || found.status === 'expired') throw new AppError('artifact_unavailable');
}

interface Named {
  readonly fileName: string;
  readonly mimeType: string;
}

function urlOf({ downloads }: Needs, objectKey: string, name: Named) {
  const { url, expiresAt } = downloads.urlOf(objectKey, { ...name, ttlSeconds: LIMITS.downloadSeconds });
  return { url, urlExpiresAt: expiresAt.toISOString() };
}

const wireExport = (projectId: string, { rows, sizeBytes, ...found }: ProjectExport) => ({
  ...found,
  projectId,
  rows: Number(rows),
  sizeBytes: Number(sizeBytes),
  asOf: found.asOf.toISOString(),
  createdAt: found.createdAt.toISOString(),
  finishedAt: found.finishedAt?.toISOString() ?? null,
  expiresAt: found.expiresAt.toISOString(),
});
