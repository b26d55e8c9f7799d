/** The two bodies every answer has. Specification, section 2.1. */
import { Type, type Static, type TSchema } from 'typebox';
import { closed, named } from './primitives.ts';

export const success = <T extends TSchema>(data: T) => Type.Object({ data }, closed);

export const ErrorBody = Type.Object(
  {
    error: Type.Object(
      {
        status: Type.String({ description: 'A google.rpc.Code name.' }),
        message: Type.String({ description: 'A stable snake_case reason.' }),
        details: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
        requestId: Type.Optional(Type.String()),
      },
      closed,
    ),
  },
  named('Error', 'A failure. HTTP code and body never disagree.'),
);
export type ErrorBody = Static<typeof ErrorBody>;
