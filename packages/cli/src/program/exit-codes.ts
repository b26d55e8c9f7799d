/** Exit codes of `farebox`, the same for every command. Scripts depend on them, so no code ever changes its meaning. */

export const EXIT = {
  done: 0,
  failed: 1,
  usage: 2,
  refused: 3,
  unreachable: 4,
  unconfirmed: 5,
  ceiling: 6,
  unsuccessful: 7,
  unfinished: 8,
} as const;
export type Exit = keyof typeof EXIT;

export const MEANING: Readonly<Record<Exit, string>> = {
  done: 'The command succeeded. An orderly stop after a signal counts as success.',
  failed: 'The command failed on this machine, or `doctor` found a problem.',
  usage: 'The command line is invalid; nothing was tried.',
  refused: 'The system refused the request and says why; a retry changes nothing.',
  unreachable: 'The system is unreachable or busy; the same command may be repeated.',
  unconfirmed: 'The act cannot be undone or costs much, and was not confirmed: answer yes, or pass --yes.',
  ceiling: 'The cost could exceed --max; nothing that would exceed it was sent.',
  unsuccessful: 'An execution ended without success; its cost is printed.',
  unfinished: 'The outcome is not known yet: the same command continues, and pays nothing twice.',
};

/** An expected failure of a command. Its message is one line for a person. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly exit: Exit;
  constructor(exit: Exit, message: string) {
    super(message);
    this.exit = exit;
  }
}

export class UsageError extends CommandError {
  constructor(message: string) {
    super('usage', message);
  }
}

/** Text for the end of a help page. */
export const exitCodesText = (): string =>
  ['Exit codes:', ...Object.entries(EXIT).map(([name, code]) => `  ${code}  ${MEANING[name as Exit]}`)].join('\n');
