/** The files of one step for a program outside: which it may read, where it puts its own, and how those come back. */
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { type InputSource, type RunnerFiles, stagedKey } from '@farebox/files';
import { invariant } from '@farebox/kernel';
import { type ArtifactStore, ObjectMissingError, StorageUnavailableError } from '@farebox/storage';
import { type OutsideFiles, type OutsideInput, TryLater } from '../operation.ts';
import type { StepLocation } from '../spool/call-result.ts';

export interface OutsideUse {
  readonly location: StepLocation;
  /** The name of the tool that the program works for. */
  readonly runner: string;
  readonly artifacts: Pick<ArtifactStore, 'read' | 'ready' | 'stat'>;
  readonly urls: Pick<RunnerFiles, 'urlOf'> | undefined;
}

export function outsideFiles(
  sources: Readonly<Record<string, InputSource>>,
  { location, runner, artifacts, urls }: OutsideUse,
): OutsideFiles {
  const { projectId } = location;
  const made = (): Pick<RunnerFiles, 'urlOf'> => {
    invariant(urls !== undefined, 'URLs are made only with their settings');
    return urls;
  };
  return {
    inputs: Object.fromEntries(Object.entries(sources).map(([field, source]) => [field, shown(source)])),
    hasUrls: urls !== undefined,
    urlOf(field, expiresAt) {
      const source = sources[field];
      invariant(source !== undefined, 'a file that a step reads is in its inputs');
      const { objectKey: key, mimeType } = source;
      return made().urlOf({ operation: 'get', projectId, runner, key, mimeType, expiresAt });
    },
    putUrlOf: (n, bounds) =>
      made().urlOf({ operation: 'put', projectId, runner, key: stagedKey({ ...location, n }), ...bounds }),
    async take(n, path, bytesMax) {
      try {
        return await taken({ key: stagedKey({ ...location, n }), path, bytesMax }, artifacts);
      } catch (error) {
        // The run is paid for, and its file is there: only the store is away.
        if (error instanceof StorageUnavailableError) throw new TryLater(STORE_AWAY_SECONDS, { cause: error });
        throw error;
      }
    },
  };
}

const STORE_AWAY_SECONDS = 5;

interface Taking {
  readonly key: string;
  readonly path: string;
  readonly bytesMax: number;
}

async function taken(
  { key, path, bytesMax }: Taking,
  artifacts: OutsideUse['artifacts'],
): Promise<'taken' | 'absent' | 'too_large'> {
  const found = await artifacts.stat(key);
  if (found === null) return await absent(artifacts);
  if (found.sizeBytes > bytesMax) return 'too_large';
  try {
    await pipeline(await artifacts.read(key), createWriteStream(path, { flags: 'w', mode: 0o600 }));
    return 'taken';
  } catch (error) {
    if (error instanceof ObjectMissingError) return await absent(artifacts);
    throw error;
  }
}

/** In a folder that is not mounted, every object seems to be missing. */
async function absent(artifacts: OutsideUse['artifacts']): Promise<'absent'> {
  await artifacts.ready();
  return 'absent';
}

const shown = ({ fileId: _, objectKey: __, path: ___, ...rest }: InputSource): OutsideInput => rest;
