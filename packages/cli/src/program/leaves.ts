/** Every command that does something, with its words: what help, the page of the command line and the tests go through. */
import type { Command } from 'commander';

/** Does something by itself, and has further commands below it. */
const ACTS_ITSELF = 'database';

/** `complete` is for shells. */
export function leaves(command: Command, words: readonly string[] = []): [string, Command][] {
  const below = command.commands
    .filter((each) => each.name() !== 'complete')
    .flatMap((each) => leaves(each, [...words, each.name()]));
  const path = words.join(' ');
  return below.length === 0 || path === ACTS_ITSELF ? [[path, command], ...below] : below;
}
