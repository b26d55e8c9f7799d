/** Makes all keys of the store. Keys are deterministic, so that a repeated step writes the same object. */
import { checkKey } from '@farebox/storage';

export function uploadKey(projectId: string, fileId: string): string {
  return checked(`projects/${projectId}/uploads/${fileId}`);
}

/**
 * A part of an unfinished upload that starts at `offset`. `name` is unique, so that two parts at the same offset are
 * two objects.
 */
export function resumablePartKey(location: {
  readonly projectId: string;
  readonly uploadId: string;
  readonly offset: number;
  readonly name: string;
}): string {
  const { projectId, uploadId, offset, name } = location;
  return checked(`projects/${projectId}/resumable/${uploadId}/${offset}-${name}`);
}

/** `n` counts the artifacts of one step from 0. */
export function artifactKey(location: {
  readonly projectId: string;
  readonly executionId: string;
  readonly step: number;
  readonly n: number;
  readonly sha256: string;
}): string {
  const { projectId, executionId, step, n, sha256 } = location;
  return checked(`projects/${projectId}/executions/${executionId}/${step}-${n}-${sha256}`);
}

/** Prefix of all objects of an execution. */
export function executionPrefix({
  projectId,
  executionId,
}: {
  readonly projectId: string;
  readonly executionId: string;
}): string {
  return `${checked(`projects/${projectId}/executions/${executionId}`)}/`;
}

/** Key of a provider call's response, stored beside its artifacts until the database has it. */
export function callResultKey(location: {
  readonly projectId: string;
  readonly executionId: string;
  readonly step: number;
}): string {
  const { projectId, executionId, step } = location;
  return checked(`projects/${projectId}/executions/${executionId}/${step}-result`);
}

/**
 * Key of a provider's result that could not be delivered, as it was received. The operator fetches it; it is removed
 * with the execution's content, or at the end of the retention period.
 */
export function receivedKey(location: {
  readonly projectId: string;
  readonly executionId: string;
  readonly step: number;
}): string {
  const { projectId, executionId, step } = location;
  return checked(`projects/${projectId}/executions/${executionId}/${step}${RECEIVED}`);
}

/**
 * Key of the nth file that a program outside put for a step. No row refers to it: it is removed like any such object,
 * after the execution has ended.
 */
export function stagedKey(location: {
  readonly projectId: string;
  readonly executionId: string;
  readonly step: number;
  readonly n: number;
}): string {
  const { projectId, executionId, step, n } = location;
  return checked(`projects/${projectId}/executions/${executionId}/${step}-${n}-staged`);
}

/** The step of a received result; null for any other object. */
export function receivedStepOf(key: string): number | null {
  const [, step] = /^projects\/[^/]+\/executions\/[^/]+\/(\d{1,3})-received$/.exec(key) ?? [];
  return step === undefined ? null : Number(step);
}

const RECEIVED = '-received';

function checked(key: string): string {
  checkKey(key);
  return key;
}
