/** Commands that only call a running system: all commands of the installed package. */
import { addExportCommands } from '../exports/commands.ts';
import { addOperatorCommands } from '../operator/commands.ts';
import { addProfileCommands } from '../remote/commands.ts';
import { addToolCommands } from '../tool/commands.ts';
import { addUserCommands } from '../user/commands.ts';
import { addWebhookCommands } from '../webhooks/commands.ts';
import type { Group } from './tree.ts';

export const REMOTE_GROUPS: readonly Group[] = [
  addUserCommands,
  addProfileCommands,
  addWebhookCommands, // creates the noun of which addOperatorCommands adds more verbs
  addToolCommands, // the same
  addOperatorCommands,
  addExportCommands,
];
