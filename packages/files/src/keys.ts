/** Keys of the store: deterministic, so that doing a step twice writes the same object twice. The only place that makes them. */
import { checkKey } from '@farebox/storage';

export function uploadKey(projectId: string, fileId: string): string {
  return checked(`projects/${projectId}/uploads/${fileId}`);
}

/** A part of an upload that is not whole yet, from `offset`; `name` is another one each time, so that two at one place are two objects. */
export function resumablePartKey(place: {
  readonly projectId: string;
  readonly uploadId: string;
  readonly offset: number;
  readonly name: string;
}): string {
  const { projectId, uploadId, offset, name } = place;
  return checked(`projects/${projectId}/resumable/${uploadId}/${offset}-${name}`);
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

/** Below it lies everything of an execution. */
export function executionPrefix({
  projectId,
  executionId,
}: {
  readonly projectId: string;
  readonly executionId: string;
}): string {
  return `${checked(`projects/${projectId}/executions/${executionId}`)}/`;
}

/** Where the response to a step's paid call waits until the database has it; beside the artifacts that it names. */
export function callResultKey(place: {
  readonly projectId: string;
  readonly executionId: string;
  readonly step: number;
}): string {
  const { projectId, executionId, step } = place;
  return checked(`projects/${projectId}/executions/${executionId}/${step}-result`);
}

function checked(key: string): string {
  checkKey(key);
  return key;
}
