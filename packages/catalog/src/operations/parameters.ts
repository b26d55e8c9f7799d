/** Parameters that several operations have. */
import { Type } from 'typebox';

/** In pixels. */
export const side = Type.Integer({ minimum: 1 });
export const quality = Type.Integer({ minimum: 1, maximum: 100 });
/** `#rrggbb`. */
export const colour = Type.String({ pattern: '^#[0-9a-fA-F]{6}$' });
export const text = Type.String({ minLength: 1 });
export const ratio = Type.Number({ minimum: 0, maximum: 1 });
