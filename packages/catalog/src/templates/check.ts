/**
 * Whether a template can be saved: its parameters are bounded, its steps use each of them, and the pipeline accepts
 * the steps for each default, bound and choice. Problems that depend on a file are found when the template is quoted.
 */
import type { FieldProblems } from '@farebox/contract';
import type { Catalog } from '../catalog.ts';
import { PIPELINE } from '../pipeline/description.ts';
import { definitionProblems, TRIALS_MAX, trialsOf } from './definition.ts';
import { expand, markOf, PARAMETER_MARK, type TemplateContent } from './expand.ts';
import type { Problem } from './values.ts';

type Input = Readonly<Record<string, unknown>>;

const PROBLEMS_MAX = 20;

/** Null if nothing is wrong. JSON Pointers refer to the request body. */
export function templateProblems(catalog: Pick<Catalog, 'prepare'>, content: TemplateContent): FieldProblems | null {
  const problems = firstProblems(catalog, content).slice(0, PROBLEMS_MAX);
  return problems.length === 0 ? null : Object.fromEntries(problems);
}

function firstProblems(catalog: Pick<Catalog, 'prepare'>, content: TemplateContent): readonly Problem[] {
  const defined = definitionProblems(content.parameters);
  if (defined.length > 0) return defined;
  const used = markProblems(content);
  return used.length > 0 ? used : trialProblems(catalog, content);
}

function markProblems({ parameters, steps }: TemplateContent): readonly Problem[] {
  const used = new Set<string>();
  const problems = steps.flatMap((step, index) => stepProblems(step.arguments, `/steps/${index}/arguments`, used));
  const unknown = [...used].filter((name) => !Object.hasOwn(parameters, name));
  const unused = Object.keys(parameters).filter((name) => !used.has(name));
  return [
    ...problems,
    ...unknown.map((name): Problem => ['/steps', `use an undefined parameter: ${name.slice(0, 64)}`]),
    ...unused.map((name): Problem => [`/parameters/${name}`, 'is not used by any step']),
  ];
}

function stepProblems(part: unknown, at: string, used: Set<string>): readonly Problem[] {
  if (typeof part !== 'object' || part === null) return [];
  const name = markOf(part);
  if (name !== undefined) {
    used.add(name);
    return [];
  }
  if (Object.hasOwn(part, PARAMETER_MARK)) return [[at, 'must be {"$parameter": "name"} and nothing else']];
  return Object.entries(part).flatMap(([member, each]) =>
    stepProblems(each, `${at}/${member.replaceAll('~', '~0').replaceAll('/', '~1')}`, used),
  );
}

/** The input that examples show. */
export const exampleOf = ({ parameters }: TemplateContent): Input =>
  Object.fromEntries(Object.entries(parameters).map(([name, parameter]) => [name, trialsOf(parameter)[0]]));

function trialProblems(catalog: Pick<Catalog, 'prepare'>, content: TemplateContent): readonly Problem[] {
  const example = exampleOf(content);
  const first = problemsOf(catalog, content, example);
  if (first.length > 0) return first.map(([at, reason]) => [at, reason]);
  const trials = Object.entries(content.parameters).flatMap(([name, parameter]) =>
    trialsOf(parameter)
      .slice(1)
      .map((value) => ({ name, value })),
  );
  if (trials.length > TRIALS_MAX)
    return [['/parameters', `have more than ${TRIALS_MAX} defaults, bounds and choices to try`]];
  const problems: Problem[] = [];
  for (const { name, value } of trials) {
    if (problems.length >= PROBLEMS_MAX) break;
    const found = problemsOf(catalog, content, { ...example, [name]: value });
    problems.push(...found.map(([at, reason]): Problem => [at, `${reason}; ${name} may be ${shown(value)}`]));
  }
  return problems;
}

const SHOWN_MAX = 60;
const shown = (value: unknown): string => JSON.stringify(value).slice(0, SHOWN_MAX);

function problemsOf(catalog: Pick<Catalog, 'prepare'>, content: TemplateContent, input: Input): readonly Problem[] {
  const expanded = expand(content, input);
  if (!expanded.ok)
    return Object.entries(expanded.fields ?? {}).map(([at, reason]): Problem => [`/parameters${at}`, reason]);
  const prepared = catalog.prepare({ tool: PIPELINE, arguments: { steps: expanded.steps } });
  if (prepared.ok) return [];
  return Object.entries(prepared.fields ?? { '/steps': prepared.message });
}
