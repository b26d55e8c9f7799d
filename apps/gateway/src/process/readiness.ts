/**
 * Decides if this gateway should get traffic: the database can serve this version and accepts writes, the artifact store
 * answers, and it is not shutting down. Redis does not count, because everything works without it. Standbys and backups of
 * the database do not count either: the keeper reports them.
 */
import { type NotServing, NotServingError, PrivilegedRoleError } from '@farebox/db';
import { type Clock, within } from '@farebox/kernel';

export interface Readiness {
  /** Name of each unavailable dependency → reason; empty when ready. Never rejects. */
  readonly problems: () => Promise<Readonly<Record<string, string>>>;
  /** Names of all dependencies that are checked. */
  readonly dependencies: readonly string[];
  /** Makes the gateway not ready, permanently. */
  readonly drain: () => void;
  readonly isDraining: () => boolean;
}

export interface ReadinessOptions {
  readonly clock: Clock;
  /** Name → check that rejects when the dependency cannot serve. */
  readonly checks: Readonly<Record<string, () => Promise<void>>>;
}

const CHECK_TIMEOUT_MS = 2_000;
/** A result is reused for a second, because each check costs a query and probes are public. */
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
    dependencies: Object.keys(checks),
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

/**
 * Reveals only that the dependency failed, or what an operator has to mend. The probe is public; the log has the cause.
 */
async function reasonOf(name: string, check: () => Promise<void>): Promise<string | null> {
  try {
    await within(CHECK_TIMEOUT_MS, name, check());
    return null;
  } catch (error) {
    if (error instanceof PrivilegedRoleError) return 'DATABASE_URL names a role with too many rights';
    return error instanceof NotServingError ? REASONS[error.reason] : 'does not answer';
  }
}

const REASONS: Readonly<Record<NotServing, string>> = {
  schema: 'its schema is older than this version',
  privileges: 'its role may not write',
  read_only: 'accepts no writes',
};
