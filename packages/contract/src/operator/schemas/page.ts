/** Lists by pages: newest first, and each page says where the next begins. */
import { type TSchema, Type } from 'typebox';
import { closed, int32 } from '../../schemas/primitives.ts';

export const PAGE_MAX = 100;
export const PAGE_DEFAULT = 50;

/** @param before what the last of a page is named by. */
export const pageQuery = <T extends TSchema>(before: T) =>
  Type.Object(
    {
      before: Type.Optional(before),
      limit: Type.Optional(int32(1, { maximum: PAGE_MAX, description: `Left out: ${PAGE_DEFAULT}.` })),
    },
    closed,
  );
