/** Parses responses of the API and of `/mcp` into the same words, so that the client's log describes both in the same way. */
export interface Body {
  readonly data?: {
    readonly id?: string;
    readonly uploadUrl?: string;
    readonly file?: { readonly id: string };
    readonly status?: string;
    readonly chargedMicros?: number | null;
    readonly cancelRequested?: boolean;
  };
  readonly error?: {
    readonly message: string;
    readonly details?: { readonly accepted?: unknown; readonly fileId?: string };
  };
}

/** A response that is not JSON is evidence of a defect: it has neither data nor error. */
export const parsed = (text: string): Body => jsonOf(text);

/** The file that a response shows: the data itself, or a part of it. */
export function shownFileIn(data: NonNullable<Body['data']>): object | undefined {
  return 'sizeBytes' in data && 'sha256' in data ? data : data.file;
}

/** A JSON-RPC message with the result of a tool, or an error of the API before the protocol begins. */
interface Message {
  readonly jsonrpc?: string;
  readonly result?: {
    readonly isError?: boolean;
    readonly content?: readonly { readonly text?: string }[];
  };
  readonly error?: Required<Body>['error'] & { readonly code?: number };
}

/** The data of an answer, or the error. */
interface Told extends Pick<Body, 'error'> {
  readonly quoteId?: string;
  readonly maximumChargeMicros?: number;
  readonly executionId?: string;
  readonly status?: string;
  readonly chargedMicros?: number | null;
}

export interface Words extends Body {
  readonly quote?: { readonly id: string; readonly maximumChargeMicros: number };
}

/** @param text a response: JSON, or an event that contains it. */
export function spoken(text: string): Words {
  const { jsonrpc, result, error } = messageIn(text);
  // Requests of the agent are valid in the protocol, so a protocol error is a defect.
  if (error !== undefined)
    return { error: jsonrpc === undefined ? error : { message: `protocol error ${error.code}` } };
  const told: Told = jsonOf(result?.content?.[0]?.text ?? '');
  if (told.executionId !== undefined) {
    const { executionId: id, status = '', chargedMicros = null } = told;
    return { data: { id, status, chargedMicros } };
  }
  if (told.quoteId !== undefined)
    return { quote: { id: told.quoteId, maximumChargeMicros: told.maximumChargeMicros ?? NaN } };
  return result?.isError === true ? told : {};
}

/** The JSON of the result of an agent's call; empty if there is none. */
export const resultIn = (text: string): Readonly<Record<string, unknown>> => ({
  ...jsonOf(messageIn(text).result?.content?.[0]?.text ?? ''),
});

const messageIn = (text: string): Message => jsonOf(/^data: (.*)$/m.exec(text)?.[1] ?? text);

function jsonOf(text: string): object {
  try {
    return JSON.parse(text) as object;
  } catch {
    return {};
  }
}
