/**
 * Offers every route of the operator API as a command, with the fields as options. The commands are derived from the
 * route objects, so a new route is a command at once. words.ts, meaning.ts and examples.ts improve the derived texts.
 */
import { OPERATOR_ROUTES, type OperatorRouteName } from '@farebox/contract';
import { type Command, Option } from 'commander';
import type { Context } from '../program/context.ts';
import { grouped } from '../program/grouped.ts';
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
} from './request.ts';
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
  const commands = byWords();
  for (const [words, names] of commands) {
    const [noun = '', verb = ''] = words.split(' ');
    const group = program.commands.find((each) => each.name() === noun) ?? newGroup(program, noun);
    // The only command of a noun needs no verb.
    const isDefault = [...commands.keys()].filter((each) => each.startsWith(`${noun} `)).length === 1;
    addCommand(group.command(verb, { isDefault }), names, context);
  }
}

const newGroup = (program: Command, noun: string): Command =>
  program.command(noun).description(NOUNS_MEAN[noun] ?? `Operator API commands for: ${noun}.`);

const NOUNS_MEAN: Readonly<Record<string, string>> = {
  org: 'Organizations: members and projects that are billed together.',
  project: 'Projects: a balance, its keys and its members.',
  member: 'People and their roles.',
  invitation: 'Invitation codes, by which people join an organization.',
  key: 'API keys of a project.',
  balance: 'Money: balances, top-ups and charges.',
  checkout: 'Payments by card.',
  cap: 'Monthly spending caps.',
  price: 'Price tables, and price terms of single projects.',
  cors: 'Web origins whose pages may read API responses.',
  retention: 'How long a project keeps inputs and results.',
  review: 'Executions whose provider call has an unknown outcome.',
  execution: 'Executions, and the deletion of their content.',
  export: 'Exports: all data of a project, as files.',
  provider: 'External services: settings and health.',
  report: 'Revenue, costs and limits of all projects.',
  platform: 'Settings of the whole platform.',
  audit: 'The log of administrative acts, and its verification.',
};

/** `noun verb` → the routes that share this command. */
function byWords(): ReadonlyMap<string, readonly OperatorRouteName[]> {
  const names = Object.keys(OPERATOR_ROUTES) as OperatorRouteName[];
  return grouped(names, (name) => Object.values(wordsOf(name)).join(' '));
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
    if (params.has(name)) command.option(`--${scope} <id>`, `id of the ${scope} (${whereLeftOut(name, candidates)})`);
  for (const { option } of fieldsOnce(candidates)) command.addOption(option);
  if (candidates.some(isVerification))
    command.option('--kept <file>', 'file of earlier --json output: each chain must continue from there');
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
    command.option('--all', 'print every page, not only the first');
  if (acts)
    command.option(
      '--idempotency-key <key>',
      'idempotency key: requests with the same key act only once (default: a new key)',
    );
  if (candidates.some(({ route }) => isFinal(route.act))) command.option('--yes', 'do not ask for confirmation');
  command.option('--json', 'print the response as JSON');
  command.option('--field <path>', 'print only one field, such as key.id or keys.0.id, for scripts');
  command.option('--profile <name>', 'use another system (farebox profile add)');
  command.option('--data-dir <folder>', "use the system of this folder (default: .farebox in the project's folder)");
  command.addOption(new Option('--as <subject>', 'embedded mode: subject of the session (default: an operator)'));
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
  if (isReplayed) context.tell('This request was already done earlier: this is its response from then.');
  if (isVerification(candidate)) await requireSound({ data, kept, target });
  const next = nextOf(data);
  if (next !== null && flags.json !== true && flags.field === undefined)
    context.tell(`There are more: use --before ${next}, or --all`);
}

function shown(data: unknown, { json = false, field }: Flags): string {
  if (field !== undefined) return fieldAt(data, field);
  return json ? JSON.stringify(data, null, 2) : pageOf(data);
}
