/** `farebox profile …`: named connections to other systems. */
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
  type TokenSource,
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
  const group = program
    .command('profile')
    .description('Named connections to other systems than the one on this machine.');
  group
    .command('add')
    .summary('add a system under a name')
    .description('Adds a system under a name, and where its sessions come from. A session itself is never stored.')
    .argument('<name>', 'name of the profile', requireName)
    .requiredOption('--url <url>', 'base URL of its operator API', requireUrl)
    .option('--token-env <variable>', 'environment variable that holds a session token when a command runs')
    .option(
      '--token-command <command>',
      'command that prints a session token, such as a sign-in program of your issuer',
    )
    .option('--project <id>', 'default project of the commands')
    .option('--organization <id>', 'default organization of the commands')
    .action((name: string, flags: AddFlags) => {
      const { current, profiles } = readProfiles(context.env);
      const all = { ...profiles, [name]: newProfile(flags) };
      writeProfiles({ ...(current === undefined ? {} : { current }), profiles: all }, context.env);
    });
  group
    .command('list')
    .summary('list the profiles')
    .description('Lists the profiles; the current one is marked.')
    .option('--json', 'print JSON')
    .action(({ json = false }: { readonly json?: boolean }) => {
      const all = readProfiles(context.env);
      context.say(json ? JSON.stringify(all, null, 2) : pageOf(all));
    });
  addChoices(group, context);
}

function addChoices(group: Command, { env }: Context): void {
  group
    .command('use')
    .summary('choose the default system of the commands')
    .description(
      'Makes a profile the default of the commands. Without a name, the default is the system that runs here.',
    )
    .argument('[name]', 'name of the profile')
    .action((name: string | undefined) => {
      if (name !== undefined) profileFor(name, env);
      writeProfiles({ ...(name === undefined ? {} : { current: name }), profiles: readProfiles(env).profiles }, env);
    });
  group
    .command('remove')
    .summary('remove a profile')
    .description('Removes a profile. The system itself is not changed.')
    .argument('<name>', 'name of the profile')
    .action((name: string) => {
      profileFor(name, env);
      const { current, profiles } = readProfiles(env);
      const { [name]: _, ...others } = profiles;
      const kept = current === undefined || current === name ? {} : { current };
      writeProfiles({ ...kept, profiles: others }, env);
    });
}

function newProfile({ url, tokenEnv, tokenCommand, project, organization }: AddFlags): Profile {
  const sources: readonly TokenSource[] = [
    ...(tokenEnv === undefined ? [] : [{ env: tokenEnv }]),
    ...(tokenCommand === undefined ? [] : [{ command: tokenCommand }]),
  ];
  const [token, ...more] = sources;
  if (token === undefined || more.length > 0)
    throw new UsageError('name the source of sessions with one of --token-env and --token-command');
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
