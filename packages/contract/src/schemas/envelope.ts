/** The two bodies every response has. Specification, section 2.1. */
import { Type, type Static, type TSchema } from 'typebox';
import { ERRORS, ERROR_MESSAGES, type ErrorMessage } from '../errors.ts';
import { JsonObject, closed, named, oneOf } from './primitives.ts';

/** Of a schema with a name, the response is named after it. */
export const success = <T extends TSchema>(data: T) => {
  const { $id } = data as { readonly $id?: string };
  const name = $id === undefined ? {} : { $id: `${$id}Response` };
  return Type.Object({ data }, { ...closed, ...name });
};

type Failures<M extends string> = Readonly<Record<M, { readonly status: string }>>;

/** The body of an error that is one of `messages`, so that a client can switch on all that an operation says. */
export const errorBody = <M extends string = ErrorMessage>(
  id: string,
  messages: readonly M[],
  { description, of }: { readonly description: string; readonly of: Failures<M> },
) =>
  Type.Object(
    {
      error: Type.Object(
        {
          status: oneOf(`${id}Status`, statusesOf(messages, of), 'A google.rpc.Code name.'),
          message: oneOf(`${id}Message`, messages, 'A stable reason.'),
          details: Type.Optional(JsonObject),
          requestId: Type.Optional(Type.String({ maxLength: 64, description: 'Names the request in our logs.' })),
        },
        closed,
      ),
    },
    named(id, description),
  );

const statusesOf = <M extends string>(messages: readonly M[], of: Failures<M>): string[] => [
  ...new Set(messages.map((message) => of[message].status)),
];

const AnyError = errorBody('Error', ERROR_MESSAGES, {
  description: 'A failure. HTTP code and body never disagree.',
  of: ERRORS,
});
export type ErrorBody = Static<typeof AnyError>;
