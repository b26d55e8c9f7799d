/** Runs many purchases to their ends while another customer is served: several at a time, each with one outcome text. */

const AT_ONCE = 8;

export interface Ends {
  /** Outcome → number of times. */
  readonly fates: ReadonlyMap<string, number>;
  /** Unexpected outcomes, in the form that a test prints. */
  readonly wrong: readonly string[];
  /** Outcomes of the other customer meanwhile. */
  readonly served: ReadonlySet<string>;
}

export interface Sent<T> {
  readonly waiting: readonly T[];
  readonly fateOf: (each: T) => Promise<string>;
  readonly isAllowed: (fate: string) => boolean;
  /** Description that allows a reader to repeat it. */
  readonly describe: (each: T) => string;
  /** Another customer buys something, repeatedly. */
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
