/** The two response bodies: success and error. Specification, section 2.1. */
import { Type, type Static, type TSchema } from 'typebox';
import { ERRORS, ERROR_MESSAGES, type ErrorMessage } from '../errors.ts';
import { JsonObject, closed, described, named, oneOf } from './primitives.ts';

/** If the schema has a name, the response is named after it. */
export const success = <T extends TSchema>(data: T) => {
  const { $id, description = '' } = data as { readonly $id?: string; readonly description?: string };
  const name = $id === undefined ? {} : { $id: `${$id}Response` };
  return Type.Object({ data: described(data, firstSentence(description)) }, { ...closed, ...name });
};

const firstSentence = (text: string): string => /^.*?\.(?= |$)/.exec(text)?.[0] ?? text;

type Failures<M extends string> = Readonly<Record<M, { readonly status: string }>>;

/** The body of an error with one of `messages`, so that a client can switch over all errors of an operation. */
export const errorBody = <M extends string = ErrorMessage>(
  id: string,
  messages: readonly M[],
  { description, of }: { readonly description: string; readonly of: Failures<M> },
) =>
  Type.Object(
    {
      error: Type.Object(
        {
          status: described(
            oneOf(`${id}Status`, statusesOf(messages, of), 'A google.rpc.Code name.'),
            'A google.rpc.Code name: the group of the error.',
          ),
          message: described(
            oneOf(`${id}Message`, messages, 'The stable reason; branch on this field.'),
            'The stable reason; branch on this field.',
          ),
          details: Type.Optional(
            described(
              JsonObject,
              'Facts for programs, such as `fields`: JSON Pointer, `query:<name>` or `header:<name>` → reason.',
            ),
          ),
          requestId: Type.String({ maxLength: 64, description: 'Identifies the request. Quote it in a report.' }),
          documentation: Type.Optional(
            Type.String({ maxLength: 2_048, description: 'Address of the section about this message.' }),
          ),
        },
        { ...closed, description: 'The reason, and how to proceed.' },
      ),
    },
    named(id, description),
  );

const statusesOf = <M extends string>(messages: readonly M[], of: Failures<M>): string[] => [
  ...new Set(messages.map((message) => of[message].status)),
];

const AnyError = errorBody('Error', ERROR_MESSAGES, {
  description: 'An error. The HTTP status code always matches the body.',
  of: ERRORS,
});
export type ErrorBody = Static<typeof AnyError>;
