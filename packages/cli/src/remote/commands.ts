/** `farebox profile …`: other systems by a name. */
import type { Command } from 'commander';
import type { Context } from '../program/context.ts';
import { UsageError } from '../program/exit-codes.ts';
import { table } from '../program/table.ts';
import {
  type Profile,
  profileFor,
  readProfiles,
  requireName,
  requireUrl,
  type TokenPlace,
  writeProfiles,
} from './profile.ts';

interface AddFlags {
  readonly url: string;
  readonly tokenEnv?: string;
  readonly tokenCommand?: string;
  readonly project?: string;
  readonly organization?: string;
}

export function addProfileCommands(program: Command, context: Context): void {
  const group = program.command('profile').description('Other systems than the one that runs here, by a name.');
  group
    .command('add')
    .summary('name a system')
    .description('Names a system and where its sessions come from. A session itself is never kept.')
    .argument('<name>', 'what it is called', requireName)
    .requiredOption('--url <url>', 'base URL of its operator API', requireUrl)
    .option('--token-env <variable>', 'environment variable that holds a session when a command runs')
    .option(
      '--token-command <command>',
      'prints a session when a command runs, such as a sign-in program of your issuer',
    )
    .option('--project <id>', 'where a command names none')
    .option('--organization <id>', 'where a command names none')
    .action((name: string, flags: AddFlags) => {
      const { current, profiles } = readProfiles(context.env);
      const all = { ...profiles, [name]: newProfile(flags) };
      writeProfiles({ ...(current === undefined ? {} : { current }), profiles: all }, context.env);
    });
  group
    .command('list')
    .summary('systems that have a name')
    .description('Lists the systems that have a name; the current one is marked.')
    .option('--json', 'for programs')
    .action(({ json = false }: { readonly json?: boolean }) => {
      const all = readProfiles(context.env);
      context.say(json ? JSON.stringify(all, null, 2) : pageOf(all));
    });
  addChoices(group, context);
}

function addChoices(group: Command, { env }: Context): void {
  group
    .command('use')
    .summary('speak to that system from now on')
    .description(
      'Makes a system the one that commands speak to where they name none; without a name: the one that runs here.',
    )
    .argument('[name]', 'of a profile')
    .action((name: string | undefined) => {
      if (name !== undefined) profileFor(name, env);
      writeProfiles({ ...(name === undefined ? {} : { current: name }), profiles: readProfiles(env).profiles }, env);
    });
  group
    .command('remove')
    .summary('forget a system')
    .description('Forgets a system; nothing happens to the system itself.')
    .argument('<name>', 'of a profile')
    .action((name: string) => {
      profileFor(name, env);
      const { current, profiles } = readProfiles(env);
      const { [name]: _, ...others } = profiles;
      const kept = current === undefined || current === name ? {} : { current };
      writeProfiles({ ...kept, profiles: others }, env);
    });
}

function newProfile({ url, tokenEnv, tokenCommand, project, organization }: AddFlags): Profile {
  const places: readonly TokenPlace[] = [
    ...(tokenEnv === undefined ? [] : [{ env: tokenEnv }]),
    ...(tokenCommand === undefined ? [] : [{ command: tokenCommand }]),
  ];
  const [token, ...more] = places;
  if (token === undefined || more.length > 0)
    throw new UsageError('say where a session comes from, by one of --token-env and --token-command');
  return {
    url,
    token,
    ...(project === undefined ? {} : { project }),
    ...(organization === undefined ? {} : { organization }),
  };
}

const pageOf = ({ current, profiles }: ReturnType<typeof readProfiles>): string =>
  table(
    ['', 'name', 'url', 'session'],
    Object.entries(profiles).map(([name, { url, token }]) => [
      name === current ? '*' : '',
      name,
      url,
      'env' in token ? `$${token.env}` : token.command,
    ]),
  );
