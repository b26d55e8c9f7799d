/**
 * Allowed origins for requests without a key. Results are cached for less than a second, like keys, and lookups of the same moment share one query, so
 * that any number of anonymous requests costs the database one query at a time.
 */
import type { Database } from '@farebox/db';
import { boundedMap, type Clock, groupQueries, systemClock } from '@farebox/kernel';
import { listedOrigins, originsOfProjects } from './store/origins.ts';

export interface OriginDirectory {
  /** Whether any project of the deployment allows the origin. A preflight request has no key, so it cannot be checked further. */
  readonly isListed: (origin: string) => Promise<boolean>;
  readonly ofProject: (projectId: string) => Promise<readonly string[]>;
}

const REMEMBER_MS = 900;
const REMEMBERED_MAX = 10_000;
const GROUPING = { groupMax: 200, queriesMax: 1, waitingMax: 5_000 } as const;

export function createOriginDirectory(database: Database, clock: Clock = systemClock): OriginDirectory {
  const isListed = groupQueries(async (origins: readonly string[]) => {
    const listed = await listedOrigins(database, origins);
    return origins.map((origin) => listed.has(origin));
  }, GROUPING);
  const ofProject = groupQueries(async (projectIds: readonly string[]) => {
    const found = await originsOfProjects(database, projectIds);
    return projectIds.map((id) => found.get(id) ?? []);
  }, GROUPING);
  const known = remembered(isListed, clock);
  return {
    isListed: (origin) => (isOrigin(origin) ? known(origin) : Promise.resolve(false)),
    ofProject: remembered(ofProject, clock),
  };
}

const ORIGIN_LENGTH_MAX = 255;

/** Whether the text is an origin as browsers send it: scheme, host and port in canonical form. */
export const isOrigin = (text: string): boolean =>
  text.length <= ORIGIN_LENGTH_MAX && /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text;

function remembered<V>(ask: (key: string) => Promise<V>, clock: Clock): (key: string) => Promise<V> {
  const known = boundedMap<{ readonly result: Promise<V>; readonly untilMs: number }>(REMEMBERED_MAX);
  return (key) => {
    const nowMs = clock.monotonicMs();
    const last = known.get(key);
    if (last !== undefined && nowMs < last.untilMs) return last.result;
    const result = ask(key);
    known.set(key, { result, untilMs: nowMs + REMEMBER_MS });
    result.catch(() => known.set(key, { result, untilMs: 0 })); // failures are not cached
    return result;
  };
}
