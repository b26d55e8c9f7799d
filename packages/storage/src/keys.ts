/**
 * Object keys: deterministic, so that doing a step twice writes the same object twice. The alphabet makes every key a
 * safe relative path and a URL path that needs no escaping: no dot segment, no upper case, no empty segment.
 */
import { invariant } from '@tollgate/kernel';

const KEY = /^[a-z0-9_-][a-z0-9._-]{0,127}(\/[a-z0-9_-][a-z0-9._-]{0,127}){0,7}$/;

export const isKey = (key: string): boolean => KEY.test(key);

export function checkKey(key: string): void {
  invariant(isKey(key), 'an object key is 1 to 8 segments of a-z 0-9 . _ - and none begins with a dot');
}

export function checkPrefix(prefix: string): void {
  invariant(prefix === '' || (prefix.endsWith('/') && isKey(prefix.slice(0, -1))), 'a prefix is empty, or a key and /');
}

export function uploadKey(projectId: string, sha256: string): string {
  return checked(`projects/${projectId}/uploads/${sha256}`);
}

/** `n` counts the artifacts of one step from 0. */
export function artifactKey(place: {
  readonly projectId: string;
  readonly executionId: string;
  readonly step: number;
  readonly n: number;
  readonly sha256: string;
}): string {
  const { projectId, executionId, step, n, sha256 } = place;
  return checked(`projects/${projectId}/executions/${executionId}/${step}-${n}-${sha256}`);
}

/** Where the answer to a step's paid call waits until the database has it; beside the artifacts that it names. */
export function answerKey(place: {
  readonly projectId: string;
  readonly executionId: string;
  readonly step: number;
}): string {
  const { projectId, executionId, step } = place;
  return checked(`projects/${projectId}/executions/${executionId}/${step}-answer`);
}

/** Whose object it is. */
export const projectOf = (key: string): string => key.split('/')[1] ?? '';

function checked(key: string): string {
  checkKey(key);
  return key;
}
