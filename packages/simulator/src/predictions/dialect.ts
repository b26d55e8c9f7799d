/**
 * The dialect of a predictions API: accepted calls have a name, are looked up by it or by their token, and can be
 * cancelled.
 */
import { type Reply, Refused, atOnce, file, json } from '../http/response.ts';
import type { SimulatorRequest } from '../http/request.ts';
import type { Effect } from '../journal/effects.ts';
import { deliveredOf } from '../outputs/delivered.ts';
import { type Desk, takeCall } from '../paid-call.ts';
import { progressOf } from '../progress.ts';
import { predictionCall } from './calls.ts';
import { namedModel } from './request-form.ts';
import { isHidden, predictionView } from './view.ts';

export interface PredictionsRequest extends SimulatorRequest {
  /** The dialect's base URL as the caller reaches it. */
  readonly base: string;
}

/** `path` is relative to the dialect's base. Null if there is no such route. Throws Refused. */
export function predictionsReply(request: PredictionsRequest, path: string, desk: Desk): Reply | null {
  const name = namedModel(path);
  if (name !== null) return request.method === 'POST' ? accepted(request, name, desk) : null;
  const [, collection, id = '', action] = path.split('/');
  if (collection !== 'predictions') return null;
  switch (`${request.method}${id === '' ? '' : ' one'}${action === undefined ? '' : ` ${action}`}`) {
    case 'POST':
      return accepted(request, null, desk);
    case 'GET':
      return atOnce(json(200, { results: lookUp(request, desk), next: null }));
    case 'GET one':
      return atOnce(json(200, predictionView(named(id, desk), request.base)));
    case 'POST one cancel':
      return atOnce(json(200, predictionView(cancel(named(id, desk), desk), request.base)));
    default:
      return null;
  }
}

const accepted = (request: PredictionsRequest, name: string | null, desk: Desk): Reply =>
  takeCall(predictionCall(request, name), desk, (effect) => atOnce(json(201, predictionView(effect, request.base))));

/** Newest first, as such services list. A late prediction is missing only in this list; it can be read by its id. */
function lookUp({ query, base }: PredictionsRequest, { effects }: Desk): object[] {
  const token = query.get('idempotency_key') ?? '';
  const found = effects.find('predictions', token).filter((effect) => !isHidden(effect));
  return found.toReversed().map((effect) => predictionView(effect, base));
}

function named(id: string, { effects }: Desk): Effect {
  const effect = effects.get(id);
  if (effect?.provider !== 'predictions') throw new Refused(404, 'not_found', 'no such prediction');
  return effect;
}

/** Stops the work and the bill. An ended prediction stays unchanged. */
function cancel(effect: Effect, { effects }: Desk): Effect {
  if ('readyInMs' in progressOf(effect, Date.now())) effects.cancel(effect.id);
  return effects.get(effect.id) ?? effect;
}

/** The file of a prediction. Like the file hosts of such services, it requires no key. */
export function outputFile(path: string, { effects }: Desk): Reply {
  const [, id = '', extension] = /^\/files\/(eff_[\da-f-]+)\.(\w+)$/.exec(path) ?? [];
  const effect = effects.get(id);
  const isDone = effect?.provider === 'predictions' && progressOf(effect, Date.now()).kind === 'done';
  if (!isDone || effect.work.kind === 'transcript') throw new Refused(404, 'not_found', 'no such file');
  const output = deliveredOf(effect.work, effect.behaviour);
  if (output.extension !== extension) throw new Refused(404, 'not_found', 'no such file');
  return atOnce(file(output.mimeType, output.bytes));
}
