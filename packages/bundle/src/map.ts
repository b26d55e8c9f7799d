/**
 * Removes the code of packages from a source map, which is three quarters of it, because Node reads the whole map when
 * it loads the code. A position in a package must not resolve to the source line before it. So each stretch of a
 * package begins with a segment without a source.
 */
import { decode, encode, type SourceMapSegment } from '@jridgewell/sourcemap-codec';

interface SourceMap {
  readonly version: number;
  readonly sources: readonly string[];
  readonly mappings: string;
}

export function mapOfProject(text: string): string {
  const { version, sources, mappings } = JSON.parse(text) as SourceMap;
  const kept = sources.flatMap((source, index) => (source.includes('/node_modules/.pnpm/') ? [] : [index]));
  const newIndexes = new Map(kept.map((index, newIndex) => [index, newIndex]));
  let isOurs = true;
  const lines = decode(mappings).map((line) => line.flatMap(mapped));
  return JSON.stringify({ version, sources: kept.map((index) => sources[index]), names: [], mappings: encode(lines) });

  function mapped(segment: SourceMapSegment): SourceMapSegment[] {
    const newIndex = segment.length === 1 ? undefined : newIndexes.get(segment[1]);
    const wasOurs = isOurs;
    isOurs = newIndex !== undefined;
    if (segment.length !== 1 && newIndex !== undefined) return [[segment[0], newIndex, segment[2], segment[3]]];
    return wasOurs ? [[segment[0]]] : [];
  }
}
