/** Canonical JSON: sorted members, no white space. Two requests ask for the same thing exactly if these texts are equal. */

/** A value that JSON cannot express, with the name of its member. */
export class NoJson extends Error {
  readonly member: string;
  constructor(member: string, problem: string) {
    super(problem);
    this.member = member;
  }
}

/** Throws NoJson at a BigInt and at a number that is not finite, which `JSON.stringify` would replace by null. */
export const canonical = (value: unknown): string =>
  JSON.stringify(value, (name, member: unknown) => {
    if (typeof member === 'bigint') throw new NoJson(name, 'is a BigInt; pass a number or a text');
    if (typeof member === 'number' && !Number.isFinite(member))
      throw new NoJson(name, `is ${member}; pass a finite number`);
    return member !== null && typeof member === 'object' && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([one], [other]) => (one < other ? -1 : 1)))
      : member;
  });
