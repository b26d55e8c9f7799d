/** Checks how the work is done: the kind of runner, its address, and its limits. */
import { serviceUrlOf } from '@farebox/kernel';
import { below, checkMembers, isObject, type Problems } from '@farebox/price-rules';
import { MANIFEST_LIMITS } from '../limits.ts';
import { API_CHECKS } from './api-members.ts';
import { checkApi, checkInline } from './check-api.ts';
import { type Check, is, listed, members, wholeTo } from './checks.ts';
import { RUNNER_KINDS, RUNNER_MEMBERS, type RunnerKind } from './members.ts';
import { secretNameProblem } from './secret-name.ts';

type Members = Readonly<Record<string, unknown>>;

const AT = '/runner';

export function checkRunner(manifest: Members, problems: Problems): void {
  const { runner } = manifest;
  if (runner === undefined) return;
  if (!isObject(runner)) return problems.add(AT, 'must be an object with "kind"');
  const kind = RUNNER_KINDS.find((each) => each === runner['kind']);
  if (kind === undefined) return problems.add(below(AT, 'kind'), `must be one of ${listed(RUNNER_KINDS)}`);
  checkKind(runner, kind, problems);
  checkInline(runner, manifest['files'], problems);
  if (kind === 'openapi') checkApi(runner, manifest, problems);
}

function checkKind(runner: Members, kind: RunnerKind, problems: Problems): void {
  const { needs, may } = RUNNER_MEMBERS[kind];
  checkMembers(runner, needs, { at: AT, problems, optional: may });
  for (const name of [...needs, ...may]) {
    const check = Object.hasOwn(CHECKS, name) ? CHECKS[name] : undefined;
    if (check !== undefined && Object.hasOwn(runner, name)) check(runner[name], below(AT, name), problems);
  }
}

const url: Check = is((value) => {
  if (typeof value !== 'string' || value.length > MANIFEST_LIMITS.urlCharacters)
    return 'must be a URL that starts with https://';
  const found = serviceUrlOf(value);
  return 'problem' in found ? found.problem : null;
});

const TOOL = /^[\w./:-]{1,128}$/;

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
  ...API_CHECKS,
};
