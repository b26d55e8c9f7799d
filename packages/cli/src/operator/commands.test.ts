import { OPERATOR_ROUTES, type OperatorRouteName } from '@farebox/contract';
import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { createProgram } from '../program/program.ts';
import { recordingContext } from '../testing/recording-context.ts';
import { paramsOf, routeOf, SCOPES } from './request.ts';
import { fieldsOf } from './fields.ts';
import { positionalOf } from './positional.ts';
import { wordsOf } from './words.ts';

const NAMES = Object.keys(OPERATOR_ROUTES) as OperatorRouteName[];

function commandOf(name: OperatorRouteName): Command | undefined {
  const { noun, verb } = wordsOf(name);
  const group = createProgram(recordingContext()).commands.find((each) => each.name() === noun);
  return group?.commands.find((each) => each.name() === verb);
}

for (const name of NAMES) {
  test(`${name} is a command that takes every field of the route, and requires the necessary ones`, () => {
    const command = commandOf(name);
    const route = routeOf(name);
    const long = new Map(command?.options.map((option) => [option.long, option]));
    const fields = [...fieldsOf(route.query, {}), ...fieldsOf(route.body?.schema, {})];
    const positional = fields.filter((field) => field.name === positionalOf(name));
    for (const field of fields.filter((each) => !positional.includes(each)))
      expect(long.get(field.option.long)?.mandatory, `${field.name} of ${name}`).toBe(field.isRequired);
    const [scopes, own] = [
      paramsOf(route).filter((param) => param in SCOPES),
      paramsOf(route).filter((param) => !(param in SCOPES)),
    ];
    for (const param of scopes) expect(long.has(`--${SCOPES[param]}`), param).toBe(true);
    expect(command?.registeredArguments.map(({ required }) => required)).toEqual([
      ...own.map(() => true),
      ...positional.map(({ isRequired }) => isRequired),
    ]);
    expect(long.has('--json')).toBe(true);
  });
}

test('routes that share a command differ in their scopes, so that one always applies', () => {
  const groups = Map.groupBy(NAMES, (name) => Object.values(wordsOf(name)).join(' '));
  for (const [words, names] of groups) {
    const scopes = names.map((name) => paramsOf(routeOf(name)).toSorted().join());
    expect(new Set(scopes).size, `${words}: ${names.join(', ')}`).toBe(names.length);
  }
});
