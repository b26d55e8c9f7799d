/** The help and the request of a shared command use the same route, whatever the profile names. */
import { OPERATOR_ROUTES, type OperatorRouteName } from '@farebox/contract';
import { expect, test } from 'vitest';
import { createProgram } from '../program/program.ts';
import { typedAgainst } from '../testing/against.ts';
import { recordingContext } from '../testing/recording-context.ts';
import { paramsOf, routeOf, SCOPES } from './request.ts';
import { fieldsOf } from './fields.ts';
import { SHARED } from './meaning.ts';
import { wordsOf } from './words.ts';

const NAMES = Object.keys(OPERATOR_ROUTES) as OperatorRouteName[];
const shared = [...Map.groupBy(NAMES, (name) => Object.values(wordsOf(name)).join(' '))].filter(
  ([, names]) => names.length > 1,
);
const PROFILE = { project: 'proj_profile', organization: 'org_profile' };

test('every shared command has a summary that is true of all its routes', () => {
  expect(Object.keys(SHARED).toSorted()).toEqual(shared.map(([words]) => words).toSorted());
});

/** The path that a command requested. */
async function asked(name: OperatorRouteName, ...scopes: string[]): Promise<string> {
  const paths: string[] = [];
  const route = routeOf(name);
  const own = paramsOf(route).filter((param) => !(param in SCOPES));
  const required = [...fieldsOf(route.body?.schema, {})].flatMap(({ option, isRequired }) =>
    isRequired ? [option.long ?? '', option.argChoices?.[0] ?? '1'] : [],
  );
  const words = [...Object.values(wordsOf(name)), ...own, ...scopes, ...required];
  const { code, told } = await typedAgainst(
    ({ url = '' }, response) => {
      paths.push(url);
      response.end('{"data":{"chain":"one","sound":0,"head":{"number":0,"hash":""},"problem":null}}');
    },
    words,
    { profile: PROFILE },
  );
  expect([words, code], told).toEqual([words, 0]);
  return paths.join();
}

for (const [words, names] of shared) {
  const paramsOfScope = (name: OperatorRouteName) => paramsOf(routeOf(name)).filter((param) => param in SCOPES);
  const sorted = names.toSorted((a, b) => paramsOf(routeOf(a)).length - paramsOf(routeOf(b)).length);
  const [plainest, ...others] = sorted as [OperatorRouteName, ...OperatorRouteName[]];
  const pathWith = (name: OperatorRouteName, ids: Readonly<Record<string, string>>) =>
    routeOf(name).path.replaceAll(/\{(\w+)\}/g, (_, param: string) => ids[param] ?? param);
  const ofProfile = { projectId: PROFILE.project, organizationId: PROFILE.organization };

  test(`${words} without a scope uses the route that its help describes first`, async () => {
    expect(await asked(plainest)).toBe(pathWith(plainest, ofProfile));
  });

  test.each(others)(`${words} uses %s if its scope is named, and the help says so`, async (name) => {
    const params = paramsOfScope(name).filter((param) => !paramsOf(routeOf(plainest)).includes(param));
    const named = params.flatMap((param) => [`--${SCOPES[param]}`, 'named']);
    const ids = { ...ofProfile, ...Object.fromEntries(params.map((param) => [param, 'named'])) };
    expect(await asked(name, ...named)).toBe(pathWith(name, ids));
    const [noun, verb] = words.split(' ');
    const group = createProgram(recordingContext()).commands.find((each) => each.name() === noun);
    const command = group?.commands.find((each) => each.name() === verb);
    const flags = params.map((param) => `--${SCOPES[param]}`);
    expect(command?.description()).toContain(`With ${flags.join(' and ')}: `);
    for (const option of command?.options.filter(({ long }) => flags.includes(long ?? '')) ?? [])
      expect(option.description).not.toContain('profile');
  });
}
