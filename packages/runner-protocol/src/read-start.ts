/** Reads the body that starts a run, for runners. Members that this version does not know are allowed and left out. */
import { isUsd } from './cost.ts';
import { RUNNER_LIMITS } from './limits.ts';
import type { Json, JsonObject, RunInput, RunLimits, RunOutput, RunStart } from './messages.ts';
import { isCount, isObject, isText, objectOf } from './read-json.ts';

export type ReadStart =
  | { readonly ok: true; readonly start: RunStart }
  | { readonly ok: false; readonly problem: string };

export function readStart(body: string): ReadStart {
  const members = objectOf(body, RUNNER_LIMITS.requestBytes);
  if (members === null) return { ok: false, problem: 'the body is not a JSON object' };
  if (members['protocol'] !== 1) return { ok: false, problem: 'the protocol is not version 1' };
  const wrong = Object.entries(MEMBERS).find(([name, isValid]) => !isValid(members[name]));
  if (wrong !== undefined) return { ok: false, problem: `"${wrong[0]}" is missing or not valid` };
  const { tool, version, arguments: given, inputs, outputs, limits } = members as unknown as RunStart;
  return { ok: true, start: { protocol: 1, tool, version, arguments: given, inputs, outputs, limits } };
}

type Check = (value: Json | undefined) => boolean;

const NAME_CHARACTERS = 64;
const each =
  (isValid: (value: JsonObject) => boolean): Check =>
  (value) =>
    Array.isArray(value) && (value as readonly Json[]).every((element) => isObject(element) && isValid(element));

/** Complete by type: a member without a check does not compile. */
const MEMBERS: Readonly<Record<Exclude<keyof RunStart, 'protocol'>, Check>> = {
  tool: (value) => isText(value, NAME_CHARACTERS),
  version: (value) => isCount(value, 1),
  arguments: isObject,
  inputs: each((input) => isInput(input)),
  outputs: each((output) => isOutput(output)),
  limits: (value) => isObject(value) && isLimits(value),
};

const SHA256 = /^[0-9a-f]{64}$/;
const FACTS = ['width', 'height', 'durationSeconds'] as const satisfies readonly (keyof RunInput)[];

function isInput(input: JsonObject): boolean {
  const { pointer, url, sha256, mimeType, sizeBytes } = input;
  const areFacts = FACTS.every((fact) => input[fact] === undefined || typeof input[fact] === 'number');
  const isFile = isUrl(url) && typeof sha256 === 'string' && SHA256.test(sha256) && isCount(sizeBytes, 0);
  return isFile && areFacts && typeof pointer === 'string' && typeof mimeType === 'string';
}

const isOutput = ({ put, mimeTypes, sizeBytesMax }: JsonObject & Partial<Record<keyof RunOutput, Json>>): boolean =>
  isUrl(put) &&
  isCount(sizeBytesMax, 1) &&
  Array.isArray(mimeTypes) &&
  mimeTypes.every((type: Json) => typeof type === 'string');

const isLimits = ({ deadline, unitsMax, costMaxUsd }: JsonObject & Partial<Record<keyof RunLimits, Json>>): boolean =>
  typeof deadline === 'string' && !Number.isNaN(Date.parse(deadline)) && isCount(unitsMax, 1) && isUsd(costMaxUsd);

const isUrl = (value: Json | undefined): boolean => typeof value === 'string' && /^https?:\/\/\S+$/.test(value);
