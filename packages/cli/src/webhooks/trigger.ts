/** `farebox webhook trigger`: sends one example message, so that a handler can be tested without an execution. */
import { WEBHOOK_EVENTS, webhookExample, type WebhookEventType } from '@farebox/contract';
import { newId } from '@farebox/kernel';
import type { Context } from '../program/context.ts';
import { CommandError, UsageError } from '../program/exit-codes.ts';
import { NO_STREAMS } from '../program/streams.ts';
import { type Attempt, deliver, lineOf } from './deliver.ts';
import { signerFor } from './signer.ts';
import { targetOf } from './target.ts';

export interface TriggerFlags {
  readonly forwardTo: string;
  readonly allowAnyHost?: boolean;
  readonly json?: boolean;
  readonly profile?: string;
}

const isEvent = (text: string): text is WebhookEventType => (WEBHOOK_EVENTS as readonly string[]).includes(text);

export async function trigger(event: string, flags: TriggerFlags, context: Context): Promise<void> {
  if (!isEvent(event)) throw new UsageError(`<event> must be one of ${WEBHOOK_EVENTS.join(', ')}; it is "${event}"`);
  const target = targetOf(flags.forwardTo, flags.allowAnyHost === true);
  const { secret } = signerFor(flags.profile, context.env);
  const isTaken = await deliver(webhookExample(event).data, {
    target,
    // A new id each time: a server that processes each message once would ignore the second call.
    signer: { secret, endpointId: newId('webhook') },
    pausesMs: [],
    signal: (context.streams ?? NO_STREAMS).stop(),
    report: (attempt: Attempt) => context.say(flags.json === true ? JSON.stringify(attempt) : lineOf(attempt)),
  });
  if (!isTaken) throw new CommandError('failed', `${target.url} did not take the message`);
}
