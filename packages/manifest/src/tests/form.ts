/** Checks the form of `test`: what a test project gets without a runner, and the cases that a runner is tried with. */
import { below, checkMembers, isObject, type Problems } from '@farebox/price-rules';
import { checkSchema } from '../input/check-schema.ts';
import { MANIFEST_LIMITS } from '../limits.ts';

const AT = '/test';

export function checkTestForm({ test, runner }: Readonly<Record<string, unknown>>, problems: Problems): void {
  if (test !== undefined && !isObject(test)) return problems.add(AT, 'must be an object with "simulate" and "cases"');
  checkMembers(test ?? {}, [], { at: AT, problems, optional: ['simulate', 'cases'] });
  const simulate = test?.['simulate'];
  if (simulate !== undefined) checkSimulate(simulate, problems);
  else if (!(isObject(runner) && runner['test'] !== undefined))
    problems.add(
      below(AT, 'simulate'),
      'is missing: calls of test projects need it, or "test": { "url": … } in "runner"',
    );
  if (test?.['cases'] !== undefined) checkCases(test['cases'], problems);
}

function checkSimulate(simulate: unknown, problems: Problems): void {
  const at = below(AT, 'simulate');
  if (!isObject(simulate)) return problems.add(at, 'must be an object with "result", "units" or "artifacts"');
  checkMembers(simulate, [], { at, problems, optional: ['result', 'units', 'artifacts'] });
  checkUnits(simulate['units'], below(at, 'units'), problems);
  const { artifacts } = simulate;
  if (artifacts === undefined) return;
  const isFile = (value: unknown): boolean =>
    isObject(value) && Object.keys(value).length === 1 && typeof value['fileId'] === 'string';
  if (!Array.isArray(artifacts) || artifacts.length > MANIFEST_LIMITS.artifacts || !artifacts.every(isFile))
    problems.add(below(at, 'artifacts'), 'must be a list of files such as { "fileId": "file_sample_photo" }');
}

function checkUnits(units: unknown, at: string, problems: Problems): void {
  if (units !== undefined && !(Number.isSafeInteger(units) && (units as number) >= 1))
    problems.add(at, 'must be a whole number of at least 1');
}

function checkCases(cases: unknown, problems: Problems): void {
  const at = below(AT, 'cases');
  if (!Array.isArray(cases) || cases.length > MANIFEST_LIMITS.cases)
    return problems.add(at, `must be a list of at most ${MANIFEST_LIMITS.cases} cases`);
  cases.forEach((each: unknown, index) => {
    const place = below(at, index);
    if (!isObject(each)) return problems.add(place, 'must be an object with "arguments" and "expect"');
    checkMembers(each, ['arguments', 'expect'], { at: place, problems });
    if (each['arguments'] !== undefined && !isObject(each['arguments']))
      problems.add(below(place, 'arguments'), 'must be an object');
    if (each['expect'] !== undefined) checkExpect(each['expect'], below(place, 'expect'), problems);
  });
}

function checkExpect(expected: unknown, at: string, problems: Problems): void {
  if (!isObject(expected)) return problems.add(at, 'must be an object with "units" or "result"');
  checkMembers(expected, [], { at, problems, optional: ['units', 'result'] });
  checkUnits(expected['units'], below(at, 'units'), problems);
  const { result } = expected;
  if (result === undefined) return;
  if (!isObject(result)) return problems.add(below(at, 'result'), 'must be an object with a condition for each member');
  for (const [name, condition] of Object.entries(result))
    checkSchema(condition, below(below(at, 'result'), name), { use: 'part', problems });
}
