/** The routes under /_simulator/: the cost log, and the script for the next calls. The log cannot be emptied here. */
import { type Reply, Refused, atOnce, json } from '../http/response.ts';
import { type SimulatorRequest, jsonBody } from '../http/request.ts';
import type { Desk } from '../paid-call.ts';
import { readScript } from './script-request.ts';

/** Null if there is no such route. Throws Refused and UnknownBehaviourError. */
export function adminReply(request: SimulatorRequest, path: string, { effects, script }: Desk): Reply | null {
  switch (`${request.method} ${path}`) {
    case 'GET /ready':
      return atOnce(json(200, { ready: true }));
    case 'GET /costs':
      return atOnce(json(200, { costs: costs(request, effects.costs()) }));
    case 'GET /script':
      return atOnce(json(200, script.current()));
    case 'PUT /script':
      script.replace(readScript(jsonBody(request)));
      return atOnce(json(200, script.current()));
    case 'DELETE /costs':
      throw new Refused(405, 'append_only', 'the cost log only grows');
    default:
      return null;
  }
}

function costs<Line extends { token: string | null }>({ query }: SimulatorRequest, lines: readonly Line[]) {
  const token = query.get('token');
  return token === null ? lines : lines.filter((line) => line.token === token);
}
