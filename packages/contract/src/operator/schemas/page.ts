/** Lists in pages, newest first; each page says where the next one begins. */
import { type TSchema, Type } from 'typebox';
import { closed, int32 } from '../../schemas/primitives.ts';

export const PAGE_MAX = 100;
export const PAGE_DEFAULT = 50;

/** @param before the schema of the cursor: the id of the last entry of a page. */
export const pageQuery = <T extends TSchema>(before: T) =>
  Type.Object(
    {
      before: Type.Optional(before),
      limit: Type.Optional(
        int32(1, { maximum: PAGE_MAX, description: `The number of entries on a page. Default ${PAGE_DEFAULT}.` }),
      ),
    },
    closed,
  );
