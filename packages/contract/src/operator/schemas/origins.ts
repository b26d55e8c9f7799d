/** The web origins whose pages may read responses of the API (CORS). */
import { Type } from 'typebox';
import { Timestamp, list, named, nullable } from '../../schemas/primitives.ts';
import { Reason } from './reason.ts';

const ORIGINS_MAX = 20;
const Origins = list(
  Type.String({
    pattern: '^https?://[^/?#@*\\s]+$',
    maxLength: 255,
    description: 'Scheme, host and port as browsers send them: `https://app.example`, `http://localhost:5173`.',
  }),
  ORIGINS_MAX,
);

export const AllowedOrigins = Type.Object(
  { origins: Origins, since: nullable(Timestamp) },
  named('AllowedOrigins', 'The allowed origins. `since` is the time of the last change; null: never changed.'),
);
export const SetOriginsRequest = Type.Object(
  { origins: nullable(Origins), reason: Reason },
  named('SetOriginsRequest', 'All origins to allow; null: none.'),
);
