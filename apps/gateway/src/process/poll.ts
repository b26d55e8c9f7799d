/** Reads something twice a second for as long as the gateway runs. Failures are logged once, until a read succeeds. */
import type { Logger } from '@farebox/telemetry';

export interface Poll {
  /** Reads now; a read in progress serves all callers. Rejects when the database does not answer. */
  readonly refresh: () => Promise<void>;
  readonly close: () => void;
}

interface PollOptions {
  readonly read: () => Promise<void>;
  /** The text that is logged at the first failure. */
  readonly failing: string;
  readonly logger: Pick<Logger, 'warn'>;
}

const EVERY_MS = 500;

export function createPoll({ read, failing, logger }: PollOptions): Poll {
  let reading: Promise<void> | undefined;
  const refresh = (): Promise<void> => (reading ??= read().finally(() => (reading = undefined)));
  let isFailing = false;
  const timer = setInterval(() => {
    refresh().then(
      () => (isFailing = false),
      (error: unknown) => {
        if (!isFailing) logger.warn({ err: error }, failing);
        isFailing = true;
      },
    );
  }, EVERY_MS);
  return { refresh, close: () => clearInterval(timer) };
}
