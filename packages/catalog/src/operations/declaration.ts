/** What an operation is before anybody has written it: the contract between the plans of tools and the workers that do them. */
import type { Engine } from '@farebox/kernel';
import { type TProperties, Type } from 'typebox';

/**
 * How many artifacts a run makes that succeeds. `optional` is none or one, by its parameters; `{ each: 'sizes' }` is one for each
 * element of that parameter, in its order.
 */
export type ArtifactCount<P extends string = string> = 'none' | 'one' | 'optional' | { readonly each: P };

interface Parts<E extends Engine, P extends TProperties, I extends string> {
  readonly engine: E;
  readonly parameters: P;
  /**
   * Fields that hold a file: `source` always, `overlay?` or none, `images[]` one or more, which a plan and a worker know as `images/0`,
   * `images/1` and so on.
   */
  readonly inputs: readonly I[];
  readonly artifacts: ArtifactCount<Extract<keyof P, string>>;
}

/** Closed: a parameter that a worker does not know would be ignored, and something else made than was paid for. */
const closed = { additionalProperties: false } as const;

export const operation = <E extends Engine, P extends TProperties, const I extends string = never>(
  parts: Parts<E, P, I>,
) => ({ ...parts, parameters: Type.Object(parts.parameters, closed) });

/**
 * Which entry does it, and its name for the model: filled in by the quote, from what is configured; nothing is accepted without. The
 * spare is asked where nothing can have been sent to the first.
 */
const SERVED_BY = { provider: Type.String(), model: Type.String() };
const SERVICE = { ...SERVED_BY, spare: Type.Optional(Type.Object(SERVED_BY, closed)) };

/** Done by a paid external service. */
export const paidOperation = <P extends TProperties, const I extends string = never>(
  parts: Omit<Parts<'provider', P, I>, 'engine'>,
) =>
  operation<'provider', P & typeof SERVICE, I>({
    ...parts,
    engine: 'provider',
    parameters: { ...parts.parameters, ...SERVICE },
  });
