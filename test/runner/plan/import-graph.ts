/** The import graph, by dependency-cruiser. A change affects every file that imports it, directly or through others. */
import { join } from 'node:path';
import type { Workspace } from '../suite.ts';
import { run } from '../program.ts';

const LIMIT_MS = 300_000;
const FOLDERS = ['packages', 'apps', 'test'];

/** File → the files that it imports; all paths from the root. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

interface Cruise {
  readonly modules: readonly {
    readonly source: string;
    readonly dependencies: readonly { readonly resolved: string }[];
  }[];
}

/** Throws if the cruiser fails or finds no import at all: one that cannot read TypeScript reports success. */
export async function importGraph({ root, env }: Pick<Workspace, 'root' | 'env'>): Promise<ImportGraph> {
  const args = [...FOLDERS, '--config', '.dependency-cruiser.mjs', '--output-type', 'json'];
  const command = [join(root, 'node_modules/.bin/depcruise'), ...args] as const;
  const { output } = await run({ command, cwd: root, env: { ...env, NO_COLOR: '1' }, limitMs: LIMIT_MS });
  const { modules } = JSON.parse(output) as Cruise;
  const graph = new Map(modules.map(({ source, dependencies }) => [source, dependencies.map((each) => each.resolved)]));
  if ([...graph.values()].every((imports) => imports.length === 0)) throw new Error('dependency-cruiser saw no import');
  return graph;
}

/**
 * The number of imports between any of the entries and the nearest changed file: 0 when an entry itself changed, null when none is reached.
 * An entry that ends with a slash stands for all files of that folder except its tests.
 */
export function distanceToChange(
  graph: ImportGraph,
  entries: readonly string[],
  changed: ReadonlySet<string>,
): number | null {
  const known = [...graph.keys(), ...changed];
  let edge = entries.flatMap((entry) => (entry.endsWith('/') ? filesOf(entry, known) : [entry]));
  const seen = new Set(edge);
  for (let distance = 0; edge.length > 0; distance += 1) {
    if (edge.some((file) => changed.has(file))) return distance;
    const next = new Set(edge.flatMap((file) => graph.get(file) ?? []));
    edge = [...next].filter((file) => !seen.has(file));
    for (const file of edge) seen.add(file);
  }
  return null;
}

const filesOf = (folder: string, known: readonly string[]): string[] =>
  known.filter((file) => file.startsWith(folder) && !file.endsWith('.test.ts'));
