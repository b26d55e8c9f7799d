/**
 * I4 for a runner that asks for work: a run is given to one claim at a time. Nobody gets it within the lease of another claim, after its end was taken,
 * or after its deadline. A claim is dated by its request: the response may come late.
 */
import type { Evidence } from '../evidence.ts';
import { ownCallsIn } from '../own-calls.ts';
import { isPull } from '../own-tools.ts';
import type { RunLine, Start } from '../runs.ts';

/** Seconds of a lease, as this suite starts the system. */
const LEASE_SECONDS = 6;
/** A run that was handed back waits so long. */
const BACK_MS = 5000;
/** The deadline that a runner is told differs from its own by less. */
const TOLD_MS = 15_000;
/** The database's clock differs from the runner's by less. */
const SLACK_MS = 1000;

type Claim = Extract<RunLine, { readonly kind: 'claimed' }>;

export function checkClaims(evidence: Evidence): string[] {
  const { run, runs } = evidence;
  const unclaimed = ownCallsIn(evidence)
    .filter(({ manifest, run: own }) => isPull(manifest) && (own?.begun.length ?? 0) > 0 && own?.leases.size === 0)
    .map(({ token }) => `${token} was begun, and no runner had claimed it`);
  const given = [...Map.groupBy(runs, ({ token }) => token)].flatMap(([token, own]) => {
    const claims = own.flatMap((line) => (line.kind === 'claimed' ? [line] : []));
    const leases = claims
      .filter(({ leaseSeconds = LEASE_SECONDS }) => leaseSeconds !== LEASE_SECONDS)
      .map(({ leaseSeconds }) => `the lease of ${token} lasts ${leaseSeconds} s`);
    const orders = run.clocksAgree && run.forgotten === null ? [...checkLeases(claims), ...checkEnds(claims, own)] : [];
    return [...leases, ...orders.map((what) => `${token} was given ${what}`)];
  });
  return [...unclaimed, ...given];
}

const msOf = (at: string | undefined): number => (at === undefined ? NaN : Date.parse(at));

/** A claim took place between its request and its response. */
function checkLeases(claims: readonly Claim[]): string[] {
  return claims.flatMap((one, index) =>
    claims
      .slice(index + 1)
      .filter(({ lease }) => lease !== one.lease)
      .flatMap((other) => {
        const spanMs = Math.max(msOf(one.at), msOf(other.at)) - Math.min(msOf(one.askedAt), msOf(other.askedAt));
        return spanMs < BACK_MS - SLACK_MS ? [`to ${one.lease} and ${other.lease} within ${spanMs} ms`] : [];
      }),
  );
}

function checkEnds(claims: readonly Claim[], own: readonly RunLine[]): string[] {
  const taken = Math.min(...own.flatMap(({ kind, at }) => (kind === 'taken' ? [Date.parse(at)] : [])));
  return claims.flatMap(({ askedAt, lease, body }) => {
    const { deadline = '' } = (JSON.parse(body) as Partial<Start>).limits ?? {};
    const asked = msOf(askedAt);
    if (asked > taken + SLACK_MS) return [`to ${lease} after its end was taken`];
    return asked > Date.parse(deadline) + TOLD_MS ? [`to ${lease} after its deadline ${deadline}`] : [];
  });
}
