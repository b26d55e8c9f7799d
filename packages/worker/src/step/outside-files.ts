/** The files of one step for a program outside: which it may read, where it puts its own, and how those come back. */
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { type InputSource, type RunnerFiles, stagedKey } from '@farebox/files';
import { invariant } from '@farebox/kernel';
import { type ArtifactStore, ObjectMissingError } from '@farebox/storage';
import type { OutsideFiles, OutsideInput } from '../operation.ts';
import type { StepLocation } from '../spool/call-result.ts';

export interface OutsideUse {
  readonly location: StepLocation;
  readonly artifacts: Pick<ArtifactStore, 'read' | 'stat'>;
  readonly urls: Pick<RunnerFiles, 'urlOf'> | undefined;
}

export function outsideFiles(
  sources: Readonly<Record<string, InputSource>>,
  { location, artifacts, urls }: OutsideUse,
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
      return made().urlOf({ operation: 'get', projectId, key, mimeType, expiresAt });
    },
    putUrlOf: (n, bounds) =>
      made().urlOf({ operation: 'put', projectId, key: stagedKey({ ...location, n }), ...bounds }),
    async take(n, path, bytesMax) {
      const key = stagedKey({ ...location, n });
      const found = await artifacts.stat(key);
      if (found === null) return 'absent';
      if (found.sizeBytes > bytesMax) return 'too_large';
      try {
        await pipeline(await artifacts.read(key), createWriteStream(path, { flags: 'w', mode: 0o600 }));
        return 'taken';
      } catch (error) {
        if (error instanceof ObjectMissingError) return 'absent';
        throw error;
      }
    },
  };
}

const shown = ({ fileId: _, objectKey: __, path: ___, ...rest }: InputSource): OutsideInput => rest;
