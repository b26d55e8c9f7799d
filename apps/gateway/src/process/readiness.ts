/**
 * Whether this gateway should get traffic: database and artifact store answer, and it is not shutting down. A missing
 * Redis does not count: everything works without it.
 */
import { AsynchronousReplicaError, PrivilegedRoleError } from '@farebox/db';
import { type Clock, within } from '@farebox/kernel';

export interface Readiness {
  /** Name of what is not ready → reason; empty when ready. Never rejects. */
  readonly problems: () => Promise<Readonly<Record<string, string>>>;
  /** From now on not ready, for good. */
  readonly drain: () => void;
  readonly isDraining: () => boolean;
}

export interface ReadinessOptions {
  readonly clock: Clock;
  /** Name → rejects when it cannot serve. */
  readonly checks: Readonly<Record<string, () => Promise<void>>>;
}

const CHECK_TIMEOUT_MS = 2_000;
/** Probes cost a query, and anybody may probe: a response serves all probes of a second. */
const REMEMBER_MS = 1_000;

export function createReadiness({ clock, checks }: ReadinessOptions): Readiness {
  let draining = false;
  let checkedMs = -Infinity;
  let checked: Promise<Record<string, string>> = Promise.resolve({});

  async function checkAll(): Promise<Record<string, string>> {
    const results = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => [name, await reasonOf(name, check)] as const),
    );
    return Object.fromEntries(results.flatMap(([name, reason]) => (reason === null ? [] : [[name, reason]])));
  }

  return {
    problems: async () => {
      if (draining) return { gateway: 'is shutting down' };
      if (clock.monotonicMs() - checkedMs >= REMEMBER_MS) {
        checkedMs = clock.monotonicMs();
        checked = checkAll();
      }
      return await checked;
    },
    drain: () => void (draining = true),
    isDraining: () => draining,
  };
}

/** Tells no more than that it failed, or may lose what it confirms: the probe is public, the cause is in the log of what failed. */
async function reasonOf(name: string, check: () => Promise<void>): Promise<string | null> {
  try {
    await within(CHECK_TIMEOUT_MS, name, check());
    return null;
  } catch (error) {
    if (error instanceof PrivilegedRoleError) return 'DATABASE_URL names a role with too many rights';
    return error instanceof AsynchronousReplicaError ? 'its standbys replicate asynchronously' : 'does not answer';
  }
}
