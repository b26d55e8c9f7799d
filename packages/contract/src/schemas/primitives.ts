/** The small types that the resources are made of. */
import { Type, type TSchema } from 'typebox';

/** JSON integer micro-units of USD, 0 to 2^53−1. */
export const MicrosJson = Type.Integer({
  minimum: 0,
  maximum: Number.MAX_SAFE_INTEGER,
  description: 'Micro-units of USD.',
});
/** RFC 3339 in UTC with `Z`. */
export const Timestamp = Type.String({ format: 'date-time', description: 'RFC 3339, UTC, ending in Z.' });
export const Currency = Type.Literal('USD');

export const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

export const closed = { additionalProperties: false } as const;
/** A closed object that OpenAPI names in `components.schemas`. */
export const named = (id: string, description: string) => ({ ...closed, $id: id, description });
