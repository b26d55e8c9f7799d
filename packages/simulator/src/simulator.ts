/** The simulated providers as one server over one folder. After any end, a new server over the same folder continues. */
import { join } from 'node:path';
import { UnknownBehaviourError } from './behaviour.ts';
import type { Provider } from './call.ts';
import { adminReply } from './admin/admin.ts';
import { type HttpResponse, Refused, type Reply, detailResponse, errorResponse } from './http/response.ts';
import type { SimulatorRequest } from './http/request.ts';
import { serve } from './http/server.ts';
import { type CostLine, openEffects } from './journal/effects.ts';
import { openaiReply } from './openai/dialect.ts';
import type { CallReport, Desk } from './paid-call.ts';
import { outputFile, predictionsReply } from './predictions/dialect.ts';
import { createErrors } from './errors.ts';
import { openScript } from './script.ts';
import { ADMIN_BASE, OPENAI_BASE, PREDICTIONS_BASE } from './settings.ts';

export interface SimulatorOptions {
  readonly host?: string;
  /** 0, the default, means any free port. */
  readonly port?: number;
  /** Folder of the cost log and the script. Only one simulator at a time may use it. */
  readonly directory: string;
  /** Providers that honour an Idempotency-Key. */
  readonly idempotent: readonly Provider[];
  /** Effect of `crash-after-accept`: end this process by SIGKILL, or refuse connections for a second. */
  readonly crash: 'exit' | 'pause';
  readonly onCall?: (call: CallReport) => void;
  readonly onError?: (error: unknown) => void;
}

export interface Simulator {
  readonly url: string;
  costs(): readonly CostLine[];
  close(): Promise<void>;
}

export async function startSimulator(options: SimulatorOptions): Promise<Simulator> {
  const { host = '127.0.0.1', port = 0, directory, crash, onError = () => {} } = options;
  const effects = openEffects(directory);
  const desk: Desk = {
    effects,
    script: openScript(join(directory, 'script.json')),
    errorFor: createErrors(),
    idempotent: {
      openai: options.idempotent.includes('openai'),
      predictions: options.idempotent.includes('predictions'),
    },
    onCall: options.onCall ?? (() => {}),
  };
  const server = await serve({ host, port, crash, onError, errorAt, handle: (request) => handle(request, desk) });
  return {
    url: server.url,
    costs: () => effects.costs(),
    async close() {
      await server.close();
      effects.close();
    },
  };
}

const errorAt = (path: string, { status, code, message }: Refused): HttpResponse =>
  (path.startsWith(`${PREDICTIONS_BASE}/`) ? detailResponse : errorResponse)(status, { code, message });

async function handle(request: SimulatorRequest, desk: Desk): Promise<Reply> {
  try {
    return (await route(request, desk)) ?? notFound(request);
  } catch (error) {
    if (error instanceof UnknownBehaviourError) throw new Refused(400, 'unknown_behaviour', error.message);
    throw error;
  }
}

function route(request: SimulatorRequest, desk: Desk): Promise<Reply | null> | Reply | null {
  const behind = (base: string): string | null =>
    request.path.startsWith(`${base}/`) ? request.path.slice(base.length) : null;
  const admin = behind(ADMIN_BASE);
  if (admin !== null) return adminReply(request, admin, desk);
  const [openai, predictions] = [behind(OPENAI_BASE), behind(PREDICTIONS_BASE)];
  if (predictions?.startsWith('/files/') === true) return outputFile(predictions, desk);
  if (!request.hasKey) throw new Refused(401, 'invalid_api_key', 'the header Authorization: Bearer <key> is required');
  if (openai !== null) return openaiReply(request, openai, desk);
  if (predictions === null) return null;
  return predictionsReply({ ...request, base: `${request.origin}${PREDICTIONS_BASE}` }, predictions, desk);
}

function notFound({ method, path }: SimulatorRequest): never {
  throw new Refused(404, 'not_found', `${method} ${path} is not simulated`);
}
