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

/** The body of an error that is one of `messages`, so that a client can switch on all that an operation says. */
export const errorBody = (id: string, messages: readonly ErrorMessage[], description: string) =>
  Type.Object(
    {
      error: Type.Object(
        {
          status: oneOf(`${id}Status`, statusesOf(messages), 'A google.rpc.Code name.'),
          message: oneOf(`${id}Message`, messages, 'A stable reason.'),
          details: Type.Optional(JsonObject),
          requestId: Type.Optional(Type.String({ maxLength: 64, description: 'Names the request in our logs.' })),
        },
        closed,
      ),
    },
    named(id, description),
  );

const statusesOf = (messages: readonly ErrorMessage[]): string[] => [
  ...new Set(messages.map((message) => ERRORS[message].status)),
];

const AnyError = errorBody('Error', ERROR_MESSAGES, 'A failure. HTTP code and body never disagree.');
export type ErrorBody = Static<typeof AnyError>;
