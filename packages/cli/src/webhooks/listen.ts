/**
 * `farebox webhook listen`: forwards the ends of a project's executions to a server on this machine. It only reads
 * executions, so it neither changes nor delays one.
 */
import type { Execution } from '@farebox/sdk';
import type { Context } from '../program/context.ts';
import { UsageError } from '../program/exit-codes.ts';
import { NO_STREAMS } from '../program/streams.ts';
import { plain } from '../program/table.ts';
import { failureOf } from '../user/failure.ts';
import { systemFor, type System, type SystemFlags } from '../user/system.ts';
import { type Attempt, deliver, lineOf } from './deliver.ts';
import { endsOf } from './ends.ts';
import { keptInOrder, positionOf } from './position.ts';
import { signerFor } from './signer.ts';
import { targetOf } from './target.ts';

export interface ListenFlags extends SystemFlags {
  readonly forwardTo?: string;
  readonly events?: readonly string[];
  readonly skipMissed?: boolean;
  readonly printSecret?: boolean;
  readonly allowAnyHost?: boolean;
  readonly json?: boolean;
}

/** As many as a keeper sends to one endpoint at the same time. */
const AT_ONCE = 4;
/** Pauses before the second, third and fourth attempt. */
const PAUSES_MS = [1_000, 5_000, 15_000];

export async function listen(flags: ListenFlags, context: Context): Promise<void> {
  const { env, say, tell } = context;
  const signer = signerFor(flags.profile, env);
  if (flags.printSecret === true) return say(signer.secret);
  if (flags.forwardTo === undefined)
    throw new UsageError('name your server: --forward-to http://127.0.0.1:3000/farebox');
  const target = targetOf(flags.forwardTo, flags.allowAnyHost === true);
  const system = systemFor(flags, context);
  const signal = (context.streams ?? NO_STREAMS).stop();
  const report = (attempt: Attempt): void => say(flags.json === true ? JSON.stringify(attempt) : lineOf(attempt));
  try {
    const { name, id } = await projectOf(system);
    tell(plain(`Forwarding the ends of executions of ${name} to ${target.url}. Ctrl-C ends this.`));
    tell(`Secret of this machine: ${signer.secret}`);
    const position = positionOf([system.url, id], env);
    const after = flags.skipMissed === true ? undefined : position.last;
    const delivering = { target, signer, pausesMs: PAUSES_MS, signal, report };
    await forward({ system, after, keep: position.keep, events: flags.events, tell, delivering });
  } catch (error) {
    if (!signal.aborted) throw failureOf(error);
    tell('Stopped. The next start continues here.');
  }
}

/** A key without the scope to read its project may still read executions. */
async function projectOf({ farebox, url, apiKey }: System): Promise<{ readonly name: string; readonly id: string }> {
  try {
    const { project } = await farebox.project();
    return { name: `${project.name} (${project.environment}) at ${url}`, id: project.id };
  } catch (error) {
    if ((error as { readonly code?: unknown }).code !== 'platform_api_key_scope_required') throw error;
    return { name: `the project of your key at ${url}`, id: apiKey };
  }
}

interface Forwarding {
  readonly system: System;
  readonly after: string | undefined;
  readonly keep: (position: string) => void;
  /** Undefined: all events. */
  readonly events: readonly string[] | undefined;
  readonly tell: (text: string) => void;
  readonly delivering: Parameters<typeof deliver>[1];
}

/** Rejects when the signal aborts, or if the system refuses the key. */
async function forward({ system, after, keep, events, tell, delivering }: Forwarding): Promise<void> {
  const underWay = new Set<Promise<unknown>>();
  const keepAfter = keptInOrder(keep);
  const { signal } = delivering;
  const onPosition = (position: string): void => keepAfter(position, underWay);
  const isAsked = ({ status }: Execution): boolean => events?.includes(`execution.${status}`) ?? true;
  for await (const execution of endsOf(system.farebox, { after, signal, onPosition, tell })) {
    if (!isAsked(execution)) continue;
    while (underWay.size >= AT_ONCE) await Promise.race(underWay);
    const delivery = deliver(execution, delivering);
    underWay.add(delivery);
    delivery.finally(() => underWay.delete(delivery)).catch(() => {}); // it rejects only if the signal aborts
  }
}
