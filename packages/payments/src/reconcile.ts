/**
 * Finds events whose delivery was lost: lists all events of the provider since the last run and applies each like a delivered event. An event that was
 * applied before is recognized by its id; nothing here decides about money.
 */
import type { Database } from '@farebox/db';
import { applyPayment, TooEarlyError } from './apply.ts';
import type { PaymentProvider } from './provider.ts';
import { saveCursor, takeCursor } from './store/cursor.ts';

export interface Reconciling {
  readonly provider: Pick<PaymentProvider, 'events' | 'isLive'>;
  readonly logger: { readonly warn: (fields: object, message: string) => void };
  readonly now: Date;
}

/** One window, which limits the memory to the events of an hour. */
const WINDOW_SECONDS = 3_600;
/** Read again in each run, because an event may be listed some time after it happened. */
const OVERLAP_SECONDS = 3_600;
/** How far the first run looks back: as long as Stripe retries a delivery. */
const FIRST_SECONDS = 3 * 86_400;
/** Stripe lists events of the last 30 days. */
const OLDEST_SECONDS = 29 * 86_400;

/** Returns the number of newly applied events; 0 if another keeper is reconciling. */
export async function reconcile(database: Database, { provider, logger, now }: Reconciling): Promise<number> {
  const taken = await takeCursor(database);
  if (taken === null) return 0;
  const untilSeconds = Math.floor(now.getTime() / 1000);
  const from = taken === '' ? untilSeconds - FIRST_SECONDS : Number(taken) - OVERLAP_SECONDS;
  let count = 0;
  for (let since = Math.max(from, untilSeconds - OLDEST_SECONDS); since < untilSeconds; since += WINDOW_SECONDS) {
    const between = { sinceSeconds: since, untilSeconds: Math.min(since + WINDOW_SECONDS, untilSeconds) };
    for (const event of await provider.events(between)) {
      const applied = await applyPayment(database, event, provider.isLive).catch((error: unknown) => {
        if (error instanceof TooEarlyError) return { kind: 'ignored' } as const;
        throw error;
      });
      if (applied.kind === 'problem')
        logger.warn({ ...applied, eventId: event.id }, 'a payment problem needs an operator');
      if (applied.kind === 'applied' || applied.kind === 'problem') count++;
    }
    await saveCursor(database, between.untilSeconds);
  }
  return count;
}
