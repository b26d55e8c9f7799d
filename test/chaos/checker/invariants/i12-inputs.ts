/**
 * I12 for inputs: what was executed is what the client asked for, at its position in a batch and in the version of its template, by the plan
 * and by the provider's own books. Every version of a template is kept as its author sent it.
 */
import { isEqual, type Json, sha256Of } from '../canonical.ts';
import { costsByExecution } from '../costs.ts';
import type { Cost, Evidence, Execution } from '../evidence.ts';
import { askedVersion, isTemplate, nameOf, tableVersionOf } from '../forms.ts';
import { type AskedStep, differsFrom, stepsOf, textOf } from '../inputs.ts';
import type { OwnTool } from '../own-tools.ts';
import { type Order, orderedIn } from '../orders.ts';
import type { TemplateContent } from '../sold.ts';

export function checkInputs(evidence: Evidence): string[] {
  const content = contentOf(evidence);
  const byExecution = costsByExecution(evidence.costs);
  const executed = orderedIn(evidence).flatMap(([execution, order]) => {
    const steps = stepsOf(order, content(order.tool, order.quoted?.model ?? null));
    return [
      ...checkNames(execution, order),
      ...checkSteps(execution, steps, evidence.run.ownTools),
      ...(byExecution.get(execution.id) ?? []).flatMap((cost) => [
        ...checkWork(cost, steps),
        ...checkService(cost, execution),
      ]),
    ];
  });
  return [...executed, ...checkTemplates(evidence)];
}

/** The content of a template's version, as its author sent it. */
export function contentOf({ run }: Pick<Evidence, 'run'>) {
  const versions = new Map<string, TemplateContent>(
    run.templates.map(({ name, version, content }) => [`@${name} ${version}`, content]),
  );
  return (tool: string, version: string | null): TemplateContent | undefined =>
    versions.get(`${nameOf(tool)} ${version}`);
}

/** The tool, and the model or version, that the client asked for and was quoted. */
function checkNames({ id, tool, model = null }: Execution, order: Order): string[] {
  const { quoted, arguments: input, priceVersion } = order;
  const found: string[] = [];
  const say = (what: string, asked: string | null): void =>
    void found.push(`${id} is ${what}, the client asked for ${asked}`);
  if (tool !== nameOf(order.tool)) say(tool, order.tool);
  if (quoted !== undefined && model !== quoted.model) say(`${tool} ${model}`, quoted.model);
  const named = isTemplate(order.tool) ? askedVersion(order.tool) : modelIn(input);
  if (named !== null && model !== named) say(`${tool} ${model}`, named);
  const agreed = isTemplate(order.tool) ? `${tableVersionOf(priceVersion)}.${model}` : tableVersionOf(priceVersion);
  if (priceVersion !== agreed) say(agreed, priceVersion);
  return found;
}

const modelIn = ({ model }: Json): string | null => (typeof model === 'string' ? model : null);

/** Parameters are deleted together with the content. */
function checkSteps({ id, plan }: Execution, steps: readonly AskedStep[], ownTools: readonly OwnTool[]): string[] {
  if (plan.length !== steps.length) return [`${id} has ${plan.length} steps, the client asked for ${steps.length}`];
  return plan.flatMap((planned, index) =>
    'parameters' in planned
      ? differsFrom(steps[index] as AskedStep, planned, ownTools).map((what) => `step ${index} of ${id} ${what}`)
      : [],
  );
}

const SEED_CHARACTERS = 32;
const DIRECTIVE = /#sim:([a-z0-9-]+)/;
/** After these errors a call is carried out as usual. */
const ERRORS_AT_FIRST: ReadonlySet<string> = new Set(['429', '500', 'html']);

/** The provider's books name the size, the length and a digest of the text that it was sent. */
function checkWork({ token, work = {}, behaviour }: Cost, steps: readonly AskedStep[]): string[] {
  const step = steps[Number(token?.split('.')[1])];
  if (step === undefined) return []; // an effect of no step is a breach of I4
  const text = textOf(step);
  const directive = DIRECTIVE.exec(text)?.[1] ?? 'ok';
  const { size, seconds } = step.arguments;
  const seed = sha256Of(`${text.length} ${text}`).slice(0, SEED_CHARACTERS);
  const facts: readonly (readonly [name: string, is: unknown, asked: unknown])[] = [
    ['behaviour', behaviour.name, ERRORS_AT_FIRST.has(directive) ? 'ok' : directive],
    ['text', work['seed'], work['seed'] === undefined ? undefined : seed],
    ['characters', work['characters'], work['characters'] === undefined ? undefined : Array.from(text).length],
    ['size', size === undefined ? undefined : `${String(work['width'])}x${String(work['height'])}`, size],
    ['seconds', seconds === undefined ? undefined : work['seconds'], seconds],
  ];
  return facts
    .filter(([, is, asked]) => is !== asked)
    .map(
      ([name, is, asked]) =>
        `the provider did ${token} with ${name} ${String(is)}, the client asked for ${String(asked)}`,
    );
}

/** A plan names its service until its content is deleted; a spare one may have done the work. */
function checkService({ token, provider, model }: Cost, { plan }: Execution): string[] {
  const { parameters } = plan[Number(token?.split('.')[1])] ?? {};
  if (parameters === undefined || 'spare' in parameters) return [];
  const [is, due] = [`${provider} ${model}`, `${String(parameters['provider'])} ${String(parameters['model'])}`];
  return is === due ? [] : [`${is} did the work of ${token}, its plan names ${due}`];
}

function checkTemplates({ run, templates }: Evidence): string[] {
  const sent = new Map(run.templates.map((each) => [`${each.name} ${each.version}`, each.content]));
  const wrong = templates
    .filter(({ name, version, content }) => !isEqual(sent.get(`${name} ${version}`) ?? null, content))
    .map(
      ({ project_id, name, version }) =>
        `${project_id} has version ${version} of ${name} in other words than its author sent`,
    );
  const missing = run.customers.flatMap(({ projectId }) =>
    run.templates
      .filter(({ name, version }) =>
        templates.every((row) => row.project_id !== projectId || row.name !== name || row.version !== version),
      )
      .map(({ name, version }) => `${projectId} lacks version ${version} of ${name}`),
  );
  return [...wrong, ...missing];
}
