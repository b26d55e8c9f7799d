/** A customer of a system under test. Reports the outcome of uploads and purchases as text that a test compares. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

export interface Ask {
  readonly tool: string;
  readonly arguments: object;
}

export interface Customer {
  /** The id of the file, or the reason of the refusal. */
  readonly upload: (mimeType: string, bytes: Buffer) => Promise<{ readonly id: string } | { readonly refused: string }>;
  /**
   * The reason of a refused quote or execution; `succeeded`; or `failed` with its reason and attempt. A charged failure
   * is marked as charged. `never ended` after a minute.
   */
  readonly buy: (ask: Ask) => Promise<string>;
  /** Amounts of the project: the charges that its executions reported, and the booked charges and holds. */
  readonly books: () => Promise<{ readonly told: number; readonly charged: number; readonly held: number }>;
}

interface Reply {
  readonly status: number;
  readonly body: { readonly data: Record<string, unknown>; readonly error: { readonly message: string } };
}

const LIMIT_MS = 60_000;

export function customerOf(gatewayUrl: string, key: string): Customer {
  let told = 0;

  async function ask(path: string, body?: object): Promise<Reply> {
    const response = await fetch(`${gatewayUrl}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Reply['body'] };
  }

  async function ended(id: string): Promise<string> {
    const deadline = Date.now() + LIMIT_MS;
    for (let wait = 20; Date.now() < deadline; wait = Math.min(wait * 1.5, 500)) {
      const { data } = (await ask(`/tools/executions/${id}`)).body;
      const { status, statusReason, chargedMicros } = data;
      if (status === 'succeeded' || status === 'failed') told += chargedMicros as number;
      if (status === 'succeeded') return status;
      const [step] = data['steps'] as { attempt: number }[];
      const charge = chargedMicros === 0 ? '' : `, charged ${String(chargedMicros)}`;
      if (status === 'failed') return `failed ${String(statusReason)} at attempt ${step?.attempt}${charge}`;
      await pause(wait);
    }
    return 'never ended';
  }

  return {
    async upload(mimeType, bytes) {
      const { status, body } = await ask('/tools/upload', { mimeType, data: bytes.toString('base64') });
      return status === 200 ? { id: String(body.data['id']) } : { refused: errorOf({ status, body }) };
    },
    async buy(request) {
      const quote = await ask('/tools/quote', request);
      if (quote.status !== 200) return errorOf(quote);
      const { priceVersion, maximumChargeMicros } = quote.body.data;
      const accepted = await ask(`/tools/${request.tool}`, { ...request, priceVersion, maximumChargeMicros });
      return accepted.status === 202 ? ended(String(accepted.body.data['id'])) : errorOf(accepted);
    },
    async books() {
      const { chargedMicros, heldMicros } = (await ask('/tools/usage')).body.data;
      return { told, charged: chargedMicros as number, held: heldMicros as number };
    },
  };
}

const errorOf = ({ status, body }: Reply): string => `${status} ${body.error.message}`;
