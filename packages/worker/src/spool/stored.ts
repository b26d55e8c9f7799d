/**
 * What the artifact store remembers of a step's paid call. Read by whoever is about to end the step without it, too; it changes
 * nothing, and tells a store that is away (it rejects) from a response that is not there.
 */
import { buffer } from 'node:stream/consumers';
import { type ArtifactStore, ObjectMissingError } from '@farebox/storage';
import { callResultKey } from '@farebox/files';
import { type CallResult, type Place, decode } from './call-result.ts';

type Objects = Pick<ArtifactStore, 'read' | 'stat'>;

/** What whoever claims it can take from the store, with every artifact; null where there is nothing. Rejects while nobody can tell. */
export async function findCallResult(
  artifacts: Objects & Pick<ArtifactStore, 'ready'>,
  place: Place,
): Promise<CallResult | null> {
  const callResult = await readCallResult(artifacts, place);
  if (callResult !== null && (await isWhole(artifacts, callResult))) return callResult;
  await artifacts.ready(); // of a folder that is not mounted everything seems to be gone
  return null;
}

export async function readCallResult(artifacts: Pick<Objects, 'read'>, place: Place): Promise<CallResult | null> {
  try {
    return decode(await buffer(await artifacts.read(callResultKey(place))), place);
  } catch (error) {
    if (error instanceof ObjectMissingError) return null;
    throw error;
  }
}

/** Every artifact that it names is there. */
export async function isWhole(artifacts: Pick<Objects, 'stat'>, { step }: CallResult): Promise<boolean> {
  for (const { objectKey, sizeBytes } of step.artifacts) {
    if ((await artifacts.stat(objectKey))?.sizeBytes !== sizeBytes) return false;
  }
  return true;
}
