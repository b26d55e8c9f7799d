/** The limits of streams, and of waits: how many a gateway serves, and the part of them for one tenant. */

export interface SharedLimits {
  readonly perKey: number;
  readonly perProject: number;
  readonly perOrganization: number;
  readonly all: number;
}

const ALL = 5_000;
const PER_KEY = 100;

/** @param percent part of all for one organization; one project may hold half of that. */
export function sharedLimitsOf(percent: number): SharedLimits {
  const perOrganization = Math.ceil((ALL * percent) / 100);
  const perProject = Math.ceil(perOrganization / 2);
  return { perKey: Math.min(PER_KEY, perProject), perProject, perOrganization, all: ALL };
}
