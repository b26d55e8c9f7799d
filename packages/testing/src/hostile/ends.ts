/** How many things end while somebody else is served: several at a time, each to a word. */

const AT_ONCE = 8;

export interface Ends {
  /** Word → how often. */
  readonly fates: ReadonlyMap<string, number>;
  /** What did not end as it may, as a test prints it. */
  readonly wrong: readonly string[];
  /** Words that somebody else was answered meanwhile, in turn. */
  readonly served: ReadonlySet<string>;
}

export interface Sent<T> {
  readonly waiting: readonly T[];
  readonly fateOf: (each: T) => Promise<string>;
  readonly isAllowed: (fate: string) => boolean;
  /** What a reader needs to send it again. */
  readonly describe: (each: T) => string;
  /** Somebody else buys something, over and over. */
  readonly sing: (note: number) => Promise<string>;
}

export async function endsOf<T>({ waiting: all, fateOf, isAllowed, describe, sing }: Sent<T>): Promise<Ends> {
  const waiting = [...all];
  const [fates, wrong, served] = [new Map<string, number>(), [] as string[], new Set<string>()];
  const work = async (): Promise<void> => {
    for (let each = waiting.pop(); each !== undefined; each = waiting.pop()) {
      const fate = await fateOf(each);
      fates.set(fate, (fates.get(fate) ?? 0) + 1);
      if (!isAllowed(fate)) wrong.push(`${fate}: ${describe(each)}`);
    }
  };
  const song = async (): Promise<void> => {
    for (let note = 0; waiting.length > 0; note++) served.add(await sing(note));
  };
  await Promise.all([song(), ...Array.from({ length: AT_ONCE }, work)]);
  return { fates, wrong, served };
}
