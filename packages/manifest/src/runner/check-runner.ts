/** Checks how the work is done: the kind of runner, its address, and its limits. */
import { serviceUrlOf } from '@farebox/kernel';
import { below, checkMembers, isObject, partsOf, type Problems } from '@farebox/price-rules';
import { MANIFEST_LIMITS } from '../limits.ts';
import { RUNNER_KINDS, RUNNER_MEMBERS, type RunnerKind } from './members.ts';
import { secretNameProblem } from './secret-name.ts';

type Members = Readonly<Record<string, unknown>>;

const AT = '/runner';

export function checkRunner(runner: unknown, problems: Problems): void {
  if (runner === undefined) return;
  if (!isObject(runner)) return problems.add(AT, 'must be an object with "kind"');
  const kind = RUNNER_KINDS.find((each) => each === runner['kind']);
  if (kind === undefined) return problems.add(below(AT, 'kind'), `must be one of ${listed(RUNNER_KINDS)}`);
  checkKind(runner, kind, problems);
}

const listed = (words: readonly string[]): string => words.map((word) => `"${word}"`).join(', ');

function checkKind(runner: Members, kind: RunnerKind, problems: Problems): void {
  const { needs, may } = RUNNER_MEMBERS[kind];
  checkMembers(runner, needs, { at: AT, problems, optional: may });
  for (const name of [...needs, ...may]) {
    const check = Object.hasOwn(CHECKS, name) ? CHECKS[name] : undefined;
    if (check !== undefined && Object.hasOwn(runner, name)) check(runner[name], below(AT, name), problems);
  }
}

type Check = (value: unknown, at: string, problems: Problems) => void;

const is =
  (problemOf: (value: unknown) => string | null): Check =>
  (value, at, problems) => {
    const problem = problemOf(value);
    if (problem !== null) problems.add(at, problem);
  };

const wholeTo = (most: number): Check =>
  is((value) =>
    Number.isInteger(value) && (value as number) >= 1 && (value as number) <= most
      ? null
      : `must be a whole number from 1 to ${most}`,
  );

const pointer: Check = is((value) =>
  typeof value === 'string' && partsOf(value) !== null ? null : 'must be a JSON Pointer such as "/status"',
);

const url: Check = is((value) => {
  if (typeof value !== 'string' || value.length > MANIFEST_LIMITS.urlCharacters)
    return 'must be a URL that starts with https://';
  const found = serviceUrlOf(value);
  return 'problem' in found ? found.problem : null;
});

/** A path below the URL. Parameters in braces stand for arguments. */
const PATH = /^(?:\/[A-Za-z0-9._~{}:-]{1,100}){1,20}$/;
const path: Check = is((value) =>
  typeof value === 'string' && PATH.test(value) && !value.split('/').some((part) => part === '..' || part === '.')
    ? null
    : 'must be a path such as "/v1/images/{id}"',
);

const WORDS_MAX = 16;
const WORD = /^[\w .:-]{1,64}$/;
const statuses: Check = is((value) =>
  Array.isArray(value) &&
  value.length >= 1 &&
  value.length <= WORDS_MAX &&
  value.every((word) => typeof word === 'string' && WORD.test(word))
    ? null
    : `must be a list of 1 to ${WORDS_MAX} words, such as ["completed"]`,
);

const TOOL = /^[\w./:-]{1,128}$/;
const HEADER = /^[A-Za-z][A-Za-z0-9-]{0,63}$/;
const METHODS: readonly unknown[] = ['GET', 'POST', 'PUT'];

const CHECKS: Readonly<Record<string, Check>> = {
  maxRuntimeSeconds: wholeTo(MANIFEST_LIMITS.runtimeSeconds),
  concurrency: wholeTo(MANIFEST_LIMITS.concurrency),
  url,
  secret: is(secretNameProblem),
  idempotent: is((value) => (typeof value === 'boolean' ? null : 'must be true or false')),
  test: members({ needs: { url } }),
  tool: is((value) =>
    typeof value === 'string' && TOOL.test(value) ? null : 'must be the name of the tool at the MCP server',
  ),
  method: is((value) => (METHODS.includes(value) ? null : 'must be one of "GET", "POST", "PUT"')),
  path,
  poll: members({ needs: { path, status: pointer, done: statuses, failed: statuses } }),
  result: pointer,
  cost(value, at, problems) {
    if (!isObject(value) || Object.keys(value).length !== 1)
      return problems.add(at, 'must be { "pointer": "/cost/usd" } or { "header": "X-Cost" }');
    members({ may: { pointer, header } })(value, at, problems);
  },
};

function header(value: unknown, at: string, problems: Problems): void {
  if (typeof value !== 'string' || !HEADER.test(value)) problems.add(at, 'must be the name of a header');
}

/** An object with members of its own. */
function members({
  needs = {},
  may = {},
}: {
  needs?: Readonly<Record<string, Check>>;
  may?: Readonly<Record<string, Check>>;
}): Check {
  return (value, at, problems) => {
    if (!isObject(value))
      return problems.add(at, `must be an object with ${listed(Object.keys({ ...needs, ...may }))}`);
    checkMembers(value, Object.keys(needs), { at, problems, optional: Object.keys(may) });
    for (const [name, check] of Object.entries({ ...needs, ...may })) {
      if (Object.hasOwn(value, name)) check(value[name], below(at, name), problems);
    }
  };
}
