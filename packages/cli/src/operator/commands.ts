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
import { type Field, fieldsOf } from './fields.ts';
import { nextStepOf } from './next-step.ts';
import { positionalOf, previewOf } from './positional.ts';
import { fieldAt, pageOf } from './show.ts';
import { descriptionOf, whereLeftOut, summaryOf } from './meaning.ts';
import { kebab, wordsOf } from './words.ts';

interface Flags extends TargetFlags {
  readonly json?: boolean;
  readonly yes?: boolean;
  readonly all?: boolean;
  readonly kept?: string;
  readonly field?: string;
  readonly preview?: boolean;
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
  const candidates = plainestFirst(names.map((name) => candidateOf(name, context)));
  const params = new Set(candidates.flatMap((each) => paramsOf(each.route)));
  const named = [...params].filter((name) => !(name in SCOPES));
  command.summary(summaryOf(candidates)).description(descriptionOf(candidates));
  for (const name of named) command.argument(`<${kebab(name.replace(/Id$/, ''))}>`, meaningOf(name, named));
  for (const [name, scope] of Object.entries(SCOPES))
    if (params.has(name)) command.option(`--${scope} <id>`, `id of the ${scope} (${whereLeftOut(name, candidates)})`);
  const positional = fieldsOnce(candidates).find((field) => isPositional(field, candidates));
  if (positional !== undefined) addPositional(command, positional);
  for (const field of fieldsOnce(candidates)) if (field !== positional) command.addOption(field.option);
  if (candidates.some(isVerification))
    command.option('--kept <file>', 'file of earlier --json output: each chain must continue from there');
  addCommonOptions(command, candidates);
  command.action(async (...args: unknown[]) => {
    const words = args as readonly (string | undefined)[];
    const given = positional === undefined ? {} : { positional: words[named.length] };
    const ids = Object.fromEntries(named.map((name, index) => [name, words[index] as string]));
    await runCommand(candidates, { options: command.opts(), arguments: ids, ...given }, context);
  });
}

/** The text of an argument. With several, it says whose name or id it is. */
function meaningOf(name: string, all: readonly string[]): string {
  const [kind, thing] = name.endsWith('Name') ? ['name', name.slice(0, -4)] : ['id', name.replace(/Id$/, '')];
  return all.length === 1 ? `its ${kind}` : `${kind} of the ${kebab(thing).replaceAll('-', ' ')}`;
}

function candidateOf(name: OperatorRouteName, { env }: Context): Candidate {
  const route = routeOf(name);
  return { name, route, query: fieldsOf(route.query, env), body: fieldsOf(route.body?.schema, env) };
}

const isPositional = ({ name }: Field, candidates: readonly Candidate[]): boolean =>
  candidates.some((each) => positionalOf(each.name) === name);

function addPositional(command: Command, { name, isRequired, option }: Field): void {
  const word = option.flags.endsWith('<file>') ? 'file' : kebab(name);
  command.argument(isRequired ? `<${word}>` : `[${word}]`, option.description);
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
  if (candidates.some(({ name }) => previewOf(name) !== undefined))
    command.option('--preview', 'show what would happen, and change nothing');
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
  const candidate = previewed(chosen(candidates, given), flags, context);
  const { act, summary } = candidate.route;
  if (isFinal(act))
    await confirmed(
      `${summary}${Object.values(given.arguments)
        .map((each) => ` (${each})`)
        .join('')}?`,
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
  if (flags.json === true || flags.field !== undefined) return;
  const next = nextOf(data);
  if (next !== null) context.tell(`There are more: use --before ${next}, or --all`);
  const step = nextStepOf(candidate.name, data, given);
  if (step !== null) context.tell(`\n${step}`);
}

function previewed(candidate: Candidate, { preview = false }: Flags, context: Context): Candidate {
  const name = previewOf(candidate.name);
  return preview && name !== undefined ? candidateOf(name, context) : candidate;
}

function shown(data: unknown, { json = false, field }: Flags): string {
  if (field !== undefined) return fieldAt(data, field);
  return json ? JSON.stringify(data, null, 2) : pageOf(data);
}
