/** Whose pages may read what the API answers. */
import { Type } from 'typebox';
import { Timestamp, list, named, nullable } from '../../schemas/primitives.ts';
import { Reason } from './reason.ts';

const ORIGINS_MAX = 20;
const Origins = list(
  Type.String({
    pattern: '^https?://[^/?#@*\\s]+$',
    maxLength: 255,
    description: 'Scheme, host and port as a browser sends them: `https://app.example`, `http://localhost:5173`.',
  }),
  ORIGINS_MAX,
);

export const AllowedOrigins = Type.Object(
  { origins: Origins, since: nullable(Timestamp) },
  named('AllowedOrigins', 'Whose pages may read, and since when that holds; null: since the project was made.'),
);
export const SetOriginsRequest = Type.Object(
  { origins: nullable(Origins), reason: Reason },
  named('SetOriginsRequest', 'All that are to be allowed; null: no page reads anything.'),
);
