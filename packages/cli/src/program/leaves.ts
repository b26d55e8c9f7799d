/** Every command that does something, with its words. Help, the command-line page and the tests iterate over these. */
import type { Command } from 'commander';

/** This command runs by itself, and also has subcommands. */
const ACTS_ITSELF = 'database';

/** `complete` is used only by shells. */
export function leaves(command: Command, words: readonly string[] = []): [string, Command][] {
  const below = command.commands
    .filter((each) => each.name() !== 'complete')
    .flatMap((each) => leaves(each, [...words, each.name()]));
  const path = words.join(' ');
  return below.length === 0 || path === ACTS_ITSELF ? [[path, command], ...below] : below;
}
