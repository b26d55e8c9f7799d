/** I7 for what is kept: no client of the suite deletes anything, no project has a retention of its own, and no run lasts 30 days. */
import type { Evidence } from '../evidence.ts';

const RETENTION_MS = 30 * 24 * 3_600_000;

export function checkKept({ files, executions }: Evidence): string[] {
  return [
    ...files
      .filter(({ deleted_at }) => deleted_at !== null)
      .map(({ id, deleted_at }) => `${id} was deleted at ${deleted_at}, and nobody asked for it`),
    ...files
      .filter(({ created_at, expires_at }) => Date.parse(expires_at) - Date.parse(created_at) !== RETENTION_MS)
      .map(({ id, created_at, expires_at }) => `${id} of ${created_at} is to be kept until ${expires_at}`),
    ...executions
      .filter(({ content_deleted_at: at = null }) => at !== null)
      .map(({ id }) => `the content of ${id} was deleted, and nobody asked for it`),
  ];
}
