/** Versions of tools as they were published. A version never changes, so it is read and checked once. */
import { SAMPLE_FILES } from '@farebox/catalog';
import { boundedMap } from '@farebox/kernel';
import { readManifest, type ToolManifest } from '@farebox/manifest';
import type { ToolReader } from '@farebox/tools';

/** Null for a version that this worker does not know, or whose form it does not: a newer release published it. */
export type ToolVersions = (name: string, version: number) => Promise<ToolManifest | null>;

const KEPT = 500;

export function createToolVersions(reader: Pick<ToolReader, 'version'>): ToolVersions {
  const kept = boundedMap<ToolManifest>(KEPT);
  return async (name, version) => {
    const key = `${name}@${version}`;
    const known = kept.get(key);
    if (known !== undefined) return known;
    const stored = await reader.version(name, version);
    if (stored === null) return null;
    const read = readManifest(JSON.parse(stored.manifest), { samples: SAMPLE_FILES });
    if (!read.ok) return null;
    kept.set(key, read);
    return read;
  };
}
