/** Checks each member of an HTTP API by itself. Its paths and headers can never lead to another host or path. */
import { isObject, partsOf } from '@farebox/price-rules';
import { MANIFEST_LIMITS } from '../limits.ts';
import { type Check, is, listOf, members, oneOf, pointer } from './checks.ts';
import { CANCEL_METHODS, FILE_FORMS, METHODS } from './http-api.ts';

/** A path below the URL. Words in braces stand for arguments, or for the name of the call. */
const PATH = /^(?:\/[A-Za-z0-9._~{}:@-]{1,100}){1,20}$/;
const BRACED = /\{([A-Za-z][\w-]{0,63})\}/g;

/** The words in braces. */
export const bracedIn = (path: string): readonly string[] => Array.from(path.matchAll(BRACED), ([, name = '']) => name);

const isPath = (value: unknown): value is string =>
  typeof value === 'string' &&
  PATH.test(value) &&
  !/[{}]/.test(value.replaceAll(BRACED, '')) &&
  !value.split('/').some((part) => part === '..' || part === '.');

const path: Check = is((value) => (isPath(value) ? null : 'must be a path such as "/v1/images/{id}"'));

const pathOfCall: Check = is((value) =>
  isPath(value) && bracedIn(value).join() === 'ref' ? null : 'must be a path with {ref} once: "/v1/runs/{ref}"',
);

const WORDS_MAX = 16;
const WORD = /^[\w .:-]{1,64}$/;
const words: Check = listOf(
  (word) => typeof word === 'string' && WORD.test(word),
  WORDS_MAX,
  `must be a list of 1 to ${WORDS_MAX} words, such as ["completed"]`,
);

const statuses: Check = listOf(
  (status) => Number.isInteger(status) && (status as number) >= 400 && (status as number) <= 599,
  WORDS_MAX,
  `must be a list of 1 to ${WORDS_MAX} statuses from 400 to 599`,
);

const HEADER = /^[A-Za-z][A-Za-z0-9-]{0,63}$/;
/** These carry the request itself. */
const OWN_HEADERS: readonly string[] = [
  'accept-encoding',
  'connection',
  'content-length',
  'content-type',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
];

const header: Check = is((value) =>
  typeof value === 'string' && HEADER.test(value) ? null : 'must be the name of a header',
);

const sentHeader: Check = (value, at, problems) => {
  header(value, at, problems);
  if (OWN_HEADERS.includes(String(value).toLowerCase())) problems.add(at, 'must be a header that Farebox does not set');
};

const SCHEME = /^[A-Za-z][A-Za-z0-9-]{0,31}$/;
const scheme: Check = is((value) =>
  typeof value === 'string' && SCHEME.test(value) ? null : 'must be a word such as "Key"; leave it out for none',
);

const artifact = (value: unknown): boolean => value === '' || (typeof value === 'string' && partsOf(value) !== null);

export const API_CHECKS: Readonly<Record<string, Check>> = {
  method: oneOf(METHODS),
  path,
  files: oneOf(FILE_FORMS),
  auth: members({ needs: { header: sentHeader }, may: { scheme } }),
  idempotencyHeader: sentHeader,
  notTaken: statuses,
  rejected: statuses,
  poll: members({
    needs: { path: pathOfCall, status: pointer, done: words, failed: words },
    may: { ref: pointer, cancelled: words, resultPath: pathOfCall },
  }),
  cancel: members({ needs: { method: oneOf(CANCEL_METHODS), path: pathOfCall } }),
  result: pointer,
  artifacts: listOf(
    artifact,
    MANIFEST_LIMITS.artifacts,
    `must be a list of 1 to ${MANIFEST_LIMITS.artifacts} JSON Pointers such as "/images/0/url", or [""] if the body is the file`,
  ),
  units: pointer,
  cost(value, at, problems) {
    if (!isObject(value) || Object.keys(value).length !== 1)
      return problems.add(at, 'must be { "pointer": "/cost/usd" } or { "header": "X-Cost" }');
    members({ may: { pointer, header } })(value, at, problems);
  },
};
