/**
 * The form of a request for a prediction, as strict as the real service: a named model has a path of its own and no
 * name in the body, every other request a version, and no other members are known.
 */
import { Refused } from '../http/response.ts';
import { type SimulatorRequest, jsonBody, textField } from '../http/request.ts';

export interface PredictionForm {
  /** `owner/name`, or the version as it was requested. */
  readonly model: string;
  readonly input: Readonly<Record<string, unknown>>;
}

const OPTIONAL = ['stream', 'webhook', 'webhook_events_filter'];
const NAME = /^\w[\w.-]*\/\w[\w.-]*$/;
const VERSION = /^(?:\w[\w.-]*\/\w[\w.-]*(?::[0-9a-f]{64})?|[0-9a-f]{64})$/;
const WAITING = /^wait(?:=(?:[1-9]|[1-5]\d|60))?$/;

/** @param name `owner/name` of the path, or null for the common path. Throws Refused. */
export function predictionForm(request: SimulatorRequest, name: string | null): PredictionForm {
  const { prefer, contentType } = request;
  if (!/^application\/json(?:;|$)/.test(contentType))
    throw new Refused(415, 'invalid_request', 'the content type must be application/json');
  if (prefer !== null && !WAITING.test(prefer)) refuse('the header Prefer must be wait, or wait= with 1 to 60 seconds');
  const body = jsonBody(request);
  const known = [...OPTIONAL, 'input', ...(name === null ? ['version'] : [])];
  const unknown = Object.keys(body).find((member) => !known.includes(member));
  if (unknown !== undefined) refuse(`"${unknown}" is not a member of this request`);
  const { input } = body;
  if (typeof input !== 'object' || input === null || Array.isArray(input)) refuse('"input" must be an object');
  return { model: name ?? versionOf(body), input: input as PredictionForm['input'] };
}

/** Null for any other path. */
export const namedModel = (path: string): string | null => {
  const [, name = ''] = /^\/models\/([^/]+\/[^/]+)\/predictions$/.exec(path) ?? [];
  return NAME.test(name) ? name : null;
};

function versionOf(body: Readonly<Record<string, unknown>>): string {
  if (!('version' in body)) refuse('"version" is required');
  const version = textField(body, 'version');
  return VERSION.test(version) ? version : refuse('the version does not exist, or you may not use it');
}

function refuse(message: string): never {
  throw new Refused(422, 'invalid_request', message);
}
