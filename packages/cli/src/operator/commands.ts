/**
 * Every route of the operator API as a command, derived from the route objects: a new route is a command at once, with its fields as options. How one reads
 * better than what is derived is said in words.ts, meaning.ts and examples.ts.
 */
import { OPERATOR_ROUTES, type OperatorRouteName } from '@farebox/contract';
import { type Command, Option } from 'commander';
import type { Context } from '../program/context.ts';
import { targetFor, type TargetFlags } from '../remote/target.ts';
import {
  allPages,
  type Candidate,
  chosen,
  type Given,
  nextOf,
  paramsOf,
  plainestFirst,
  replied,
  routeOf,
  SCOPES,
} from './call.ts';
import { isOfEveryChain, isVerification, keptHeads, requireSound } from './audit.ts';
import { confirmed, isFinal } from './confirm.ts';
import { fieldsOf } from './fields.ts';
import { fieldAt, pageOf } from './show.ts';
import { descriptionOf, whereLeftOut, summaryOf } from './meaning.ts';
import { kebab, wordsOf } from './words.ts';

interface Flags extends TargetFlags {
  readonly json?: boolean;
  readonly yes?: boolean;
  readonly all?: boolean;
  readonly kept?: string;
  readonly field?: string;
}

export function addOperatorCommands(program: Command, context: Context): void {
  for (const [words, names] of grouped()) {
    const [noun = '', verb = ''] = words.split(' ');
    const group = program.commands.find((each) => each.name() === noun) ?? newGroup(program, noun);
    addCommand(group.command(verb), names, context);
  }
}

const newGroup = (program: Command, noun: string): Command =>
  program.command(noun).description(NOUNS_MEAN[noun] ?? `What the operator API does with each ${noun}.`);

const NOUNS_MEAN: Readonly<Record<string, string>> = {
  org: 'Organizations: who pays together.',
  project: 'Projects: a balance, its keys and its members.',
  member: 'People and their roles.',
  invitation: 'Codes by which people join an organization.',
  key: 'API keys of a project.',
  balance: 'Money: what is there, what came in, what was spent.',
  checkout: 'Payments by card.',
  cap: 'What may be spent in a month.',
  price: 'Price tables, and lists of single projects.',
  cors: 'Whose pages may read what the API answers.',
  retention: 'How long a project keeps what was sent and answered.',
  webhook: 'Who is told when executions end.',
  review: 'Executions whose outcome nobody knows yet.',
  execution: 'Executions and what they left.',
  export: 'All that there is of a project, as files.',
  provider: 'External services.',
  platform: 'What holds for all projects.',
  audit: 'Who did what, and whether the log of it is whole.',
};

/** `noun verb` → the routes that it can mean. */
function grouped(): ReadonlyMap<string, readonly OperatorRouteName[]> {
  const names = Object.keys(OPERATOR_ROUTES) as OperatorRouteName[];
  return Map.groupBy(names, (name) => Object.values(wordsOf(name)).join(' '));
}

function addCommand(command: Command, names: readonly OperatorRouteName[], context: Context): void {
  const all = names.map((name): Candidate => {
    const route = routeOf(name);
    return { name, route, query: fieldsOf(route.query, context.env), body: fieldsOf(route.body?.schema, context.env) };
  });
  const candidates = plainestFirst(all);
  const params = new Set(candidates.flatMap((each) => paramsOf(each.route)));
  const argument = [...params].find((name) => !(name in SCOPES));
  command.summary(summaryOf(candidates)).description(descriptionOf(candidates));
  if (argument !== undefined) command.argument(`<${kebab(argument.replace(/Id$/, ''))}>`, 'its id');
  for (const [name, scope] of Object.entries(SCOPES))
    if (params.has(name)) command.option(`--${scope} <id>`, `the ${scope} (${whereLeftOut(name, candidates)})`);
  for (const { option } of fieldsOnce(candidates)) command.addOption(option);
  if (candidates.some(isVerification))
    command.option('--kept <file>', 'what --json printed earlier: each chain must go on from there');
  addCommonOptions(command, candidates);
  command.action(async (...args: unknown[]) => {
    const [first] = argument === undefined ? [undefined] : (args as [string]);
    await runCommand(candidates, { options: command.opts(), argument: first }, context);
  });
}

/** Routes of one command have fields in common. */
const fieldsOnce = (candidates: readonly Candidate[]) => [
  ...new Map(candidates.flatMap(({ query, body }) => [...query, ...body]).map((field) => [field.name, field])).values(),
];

function addCommonOptions(command: Command, candidates: readonly Candidate[]): void {
  const acts = candidates.some(({ route }) => route.act !== undefined);
  const isPaged = candidates.some(({ query }) => query.some(({ name }) => name === 'before'));
  if ((isPaged && !candidates.some(isOfEveryChain)) || command.name() === 'list')
    command.option('--all', 'every page, not the first alone');
  if (acts) command.option('--idempotency-key <key>', 'the same key again does nothing again (default: a new one)');
  if (candidates.some(({ route }) => isFinal(route.act))) command.option('--yes', 'do not ask');
  command.option('--json', 'for programs: what the API answers');
  command.option('--field <path>', 'for scripts: one field alone, such as key.id or keys.0.id');
  command.option('--profile <name>', 'another system (farebox profile add)');
  command.option('--data-dir <folder>', "the system of this folder (default: .farebox in the project's folder)");
  command.addOption(new Option('--as <subject>', 'in the embedded mode: whose session (default: an operator)'));
}

async function runCommand(candidates: readonly Candidate[], given: Given, context: Context): Promise<void> {
  const flags = given.options as Flags;
  const isOfOrganization = candidates.some(({ route }) => paramsOf(route).includes('organizationId'));
  const target = await targetFor(flags, context, isOfOrganization);
  const kept = flags.kept === undefined ? [] : keptHeads(flags.kept, context.env);
  const candidate = chosen(candidates, given);
  const { act, summary } = candidate.route;
  if (isFinal(act))
    await confirmed(
      `${summary}${given.argument === undefined ? '' : ` (${given.argument})`}?`,
      { yes: flags.yes ?? false },
      context,
    );
  const { data, isReplayed } = await (flags.all === true || isOfEveryChain(candidate) ? allPages : replied)(
    candidate,
    given,
    target,
  );
  context.say(shown(data, flags));
  if (isReplayed) context.tell('It had been done before: this is what was answered then.');
  if (isVerification(candidate)) await requireSound({ data, kept, target });
  const next = nextOf(data);
  if (next !== null && flags.json !== true && flags.field === undefined)
    context.tell(`There are more: --before ${next}, or --all`);
}

function shown(data: unknown, { json = false, field }: Flags): string {
  if (field !== undefined) return fieldAt(data, field);
  return json ? JSON.stringify(data, null, 2) : pageOf(data);
}
