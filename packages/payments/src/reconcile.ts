/**
 * Looks for events that never came: asks the provider for all of them, from where the last look ended, and applies each by the function that applies what is
 * delivered. An event that was applied is found so by its id; nothing here decides about money.
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

/** At a time, so that what is held in memory is bounded by what an hour brings. */
const WINDOW_SECONDS = 3_600;
/** Looked at again each time: an event may be listed some time after it happened. */
const OVERLAP_SECONDS = 3_600;
/** How far the first look goes back: as long as Stripe repeats a delivery. */
const FIRST_SECONDS = 3 * 86_400;
/** Stripe lists events of 30 days. */
const OLDEST_SECONDS = 29 * 86_400;

/** Answers how many were applied that had not been; 0 where another keeper is at it. */
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
      if (applied.kind === 'problem') logger.warn({ ...applied, eventId: event.id }, 'a payment needs a person');
      if (applied.kind === 'applied' || applied.kind === 'problem') count++;
    }
    await saveCursor(database, between.untilSeconds);
  }
  return count;
}
