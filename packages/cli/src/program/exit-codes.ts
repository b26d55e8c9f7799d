/** What a script learns from the exit code of `farebox`, the same for every command. Scripts stand on these: none ever changes its meaning. */

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
  done: 'It is done; also after an orderly stop.',
  failed: 'It could not be done here, or `doctor` found something to mend.',
  usage: 'It was asked wrongly; nothing was tried.',
  refused: 'The system refused it, and says why; asking again changes nothing.',
  unreachable: 'The system could not be reached or was busy; the same command may be repeated.',
  unconfirmed: 'It cannot be undone or costs much, and nobody confirmed it: answer with yes, or pass --yes.',
  ceiling: 'It could cost more than --max; nothing was sent that would.',
  unsuccessful: 'An execution ended without success; what it cost is said.',
  unfinished: 'Its end is not known yet: the same command goes on where it was, and pays nothing more.',
};

/** An expected end that is not the one that was asked for. Its message is one line for a person. */
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

/** For the end of a help page. */
export const exitCodesText = (): string =>
  ['Exit codes:', ...Object.entries(EXIT).map(([name, code]) => `  ${code}  ${MEANING[name as Exit]}`)].join('\n');
