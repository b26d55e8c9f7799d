/**
 * The stored result of a step's provider call in the artifact store. It is also read before a step is ended without it.
 * It changes nothing, and distinguishes an unavailable store (it rejects) from a missing response.
 */
import { buffer } from 'node:stream/consumers';
import { type ArtifactStore, ObjectMissingError } from '@farebox/storage';
import { callResultKey } from '@farebox/files';
import { type CallResult, type StepLocation, decode } from './call-result.ts';

type Objects = Pick<ArtifactStore, 'read' | 'stat'>;

/**
 * The result that a claim can take from the store, with every artifact; null if there is none. Rejects while that is
 * unknown.
 */
export async function findCallResult(
  artifacts: Objects & Pick<ArtifactStore, 'ready'>,
  location: StepLocation,
): Promise<CallResult | null> {
  const callResult = await readCallResult(artifacts, location);
  if (callResult !== null && (await isWhole(artifacts, callResult))) return callResult;
  await artifacts.ready(); // in a folder that is not mounted, every object seems to be missing
  return null;
}

export async function readCallResult(
  artifacts: Pick<Objects, 'read'>,
  location: StepLocation,
): Promise<CallResult | null> {
  try {
    return decode(await buffer(await artifacts.read(callResultKey(location))), location);
  } catch (error) {
    if (error instanceof ObjectMissingError) return null;
    throw error;
  }
}

/** Whether every artifact that it names exists. */
export async function isWhole(artifacts: Pick<Objects, 'stat'>, { step }: CallResult): Promise<boolean> {
  for (const { objectKey, sizeBytes } of step.artifacts) {
    if ((await artifacts.stat(objectKey))?.sizeBytes !== sizeBytes) return false;
  }
  return true;
}
