/** `farebox webhook listen` and `trigger`: webhooks on the machine of a developer. The other verbs belong to the operator API. */
import { WEBHOOK_EVENTS } from '@farebox/contract';
import { type Command, Option } from 'commander';
import type { Context } from '../program/context.ts';
import { systemOptions } from '../user/tool-command.ts';
import type { ListenFlags } from './listen.ts';
import type { TriggerFlags } from './trigger.ts';

const FORWARD_TO = '--forward-to <url>';
const ANY_HOST = [
  '--allow-any-host',
  'send to a host that is not this machine; it receives the results of the project',
] as const;

/** Creates the noun, before the commands of the operator API are added to it. */
export function addWebhookCommands(program: Command, context: Context): void {
  const group = program
    .command('webhook')
    .summary('webhooks: endpoints of a project, and tests on this machine')
    .description(
      'Endpoints that are notified when executions end, and webhooks on the machine of a developer. ' +
        'The help of each command says which profile it uses.',
    );
  group.commandsGroup('On your machine, with your API key (farebox login):');
  addListen(group, context);
  addTrigger(group, context);
  group.commandsGroup('Endpoints, by the operator API (farebox profile add):');
}

function addListen(group: Command, context: Context): void {
  const command = group
    .command('listen')
    .summary('send webhooks to a server on this machine')
    .description(
      'Follows all executions of the project, and posts each end to a server on this machine: the same message that an endpoint receives, ' +
        'signed with a secret of this machine. Prints a line for each attempt. A failed message is sent again after 1, 5 and 15 seconds. ' +
        'The next start continues where this one ended. Ctrl-C ends the command. Uses an API key with the scope executions:read.',
    )
    .option(FORWARD_TO, 'URL of your server, such as http://127.0.0.1:3000/farebox')
    .addOption(
      new Option('--events <events...>', 'only these events (default: all events)').choices([...WEBHOOK_EVENTS]),
    )
    .option('--skip-missed', 'do not send the ends since the last start')
    .option('--print-secret', 'print the secret, and do nothing else')
    .option(...ANY_HOST);
  for (const option of systemOptions())
    command.addOption(option.long === '--json' ? new Option('--json', 'print each attempt as a JSON line') : option);
  command.action(async (flags: ListenFlags) => (await import('./listen.ts')).listen(flags, context));
}

function addTrigger(group: Command, context: Context): void {
  group
    .command('trigger')
    .summary('send an example message to a server on this machine')
    .description(
      'Sends one example message of an event, signed with the secret of farebox webhook listen. Needs no system and no key, and runs nothing. ' +
        'Each call sends another webhook-id.',
    )
    .argument('<event>', `one of ${WEBHOOK_EVENTS.join(', ')}`)
    .requiredOption(FORWARD_TO, 'URL of your server, such as http://127.0.0.1:3000/farebox (required)')
    .option(...ANY_HOST)
    .option('--json', 'print the attempt as a JSON line')
    .option('--profile <name>', 'use the secret of another profile')
    .action(async (event: string, flags: TriggerFlags) =>
      (await import('./trigger.ts')).trigger(event, flags, context),
    );
}
