/** The declaration of an operation: the contract between the plans of tools and the workers that run them. */
import type { Engine } from '@farebox/kernel';
import { type TProperties, Type } from 'typebox';

/**
 * The number of artifacts of a successful run. `optional` is none or one, depending on the parameters. `{ each:
 * 'sizes' }` is one for each element of that parameter, in the same order.
 */
export type ArtifactCount<P extends string = string> = 'none' | 'one' | 'optional' | { readonly each: P };

interface Parts<E extends Engine, P extends TProperties, I extends string> {
  readonly engine: E;
  readonly parameters: P;
  /**
   * Input fields that hold a file: `source` is required, `overlay?` is optional, `images[]` is one or more, `files[]?` is
   * any number. Plans and workers name the files of a list `images/0`, `images/1` and so on.
   */
  readonly inputs: readonly I[];
  readonly artifacts: ArtifactCount<Extract<keyof P, string>>;
}

/** Closed: a worker would ignore an unknown parameter, and make something other than the customer paid for. */
const closed = { additionalProperties: false } as const;

export const operation = <E extends Engine, P extends TProperties, const I extends string = never>(
  parts: Parts<E, P, I>,
) => ({ ...parts, parameters: Type.Object(parts.parameters, closed) });

/**
 * The provider entry that serves the step, and its name of the model. The quote fills them in from the configuration;
 * without them nothing is accepted. The spare is used if nothing can have been sent to the first entry.
 */
const SERVED_BY = { provider: Type.String(), model: Type.String() };
const SERVICE = { ...SERVED_BY, spare: Type.Optional(Type.Object(SERVED_BY, closed)) };

/** An operation that a paid external service performs. */
export const paidOperation = <P extends TProperties, const I extends string = never>(
  parts: Omit<Parts<'provider', P, I>, 'engine'>,
) =>
  operation<'provider', P & typeof SERVICE, I>({
    ...parts,
    engine: 'provider',
    parameters: { ...parts.parameters, ...SERVICE },
  });
