/**
 * Handles a paid call of either dialect. If the provider honours tokens, an earlier effect of the same token is
 * returned again. Otherwise the call is refused, or accepted and recorded before anything else happens.
 */
import { type Behaviour, BEHAVIOURS, OK } from './behaviour.ts';
import type { Call, Provider } from './call.ts';
import { type HttpResponse, Refused, type Reply, atOnce, errorResponse } from './http/response.ts';
import type { Effect, Effects } from './journal/effects.ts';
import type { Script } from './script.ts';

export interface Desk {
  readonly effects: Effects;
  readonly script: Script;
  /** Error response instead of accepting the call, or null. */
  readonly errorFor: (call: Call, behaviour: Behaviour) => HttpResponse | null;
  readonly idempotent: Readonly<Record<Provider, boolean>>;
  readonly onCall: (call: CallReport) => void;
}

export interface CallReport {
  readonly provider: Provider;
  readonly token: string | null;
  readonly behaviour: string;
  /** Null if it was refused. */
  readonly effect: string | null;
}

/**
 * `responseOf` returns the dialect's current response and its delay; it is called again whenever the token is sent
 * again.
 */
export function takeCall(call: Call, desk: Desk, responseOf: (effect: Effect) => Reply): Reply {
  const earlier = earlierEffect(call, desk);
  if (earlier !== undefined) return responseOf(earlier);
  const asked = desk.script.behaviourOf(call);
  const errorHere = desk.errorFor(call, asked);
  if (errorHere !== null) {
    report(call, desk, { behaviour: asked, effect: null });
    return atOnce(errorHere);
  }
  const behaviour = BEHAVIOURS[asked.name].effect === 'none' ? OK : asked; // its refusals are used up
  const effect = desk.effects.accept(call, behaviour);
  report(call, desk, { behaviour, effect: effect.id });
  return firstReply(behaviour, () => responseOf(effect));
}

function earlierEffect({ provider, token, digest }: Call, { idempotent, effects }: Desk): Effect | undefined {
  if (!idempotent[provider] || token === null) return undefined;
  const [earlier] = effects.find(provider, token);
  if (earlier !== undefined && earlier.digest !== digest)
    throw new Refused(422, 'idempotency_key_reused', 'this Idempotency-Key was used with another request before');
  return earlier;
}

function report(call: Call, { onCall }: Desk, more: { behaviour: Behaviour; effect: string | null }): void {
  const { provider, token } = call;
  onCall({ provider, token, behaviour: more.behaviour.name, effect: more.effect });
}

/** JSON in neither provider's format: a caller that reads it as a refusal pays twice. */
const PROXY = { code: 'upstream_unavailable', message: 'upstream connect error or disconnect before headers' };

function firstReply({ name }: Behaviour, httpResponse: () => Reply): Reply {
  if (name === 'reset-after-accept' || name === 'late') return { kind: 'reset' };
  if (name === '503-after-accept') return atOnce(errorResponse(503, PROXY));
  if (name === 'crash-after-accept') return { kind: 'crash' };
  const reply = httpResponse();
  return name === 'truncated' && reply.kind === 'httpResponse'
    ? { kind: 'half', httpResponse: reply.httpResponse }
    : reply;
}
