/** The threats of SECURITY.md's design table with their defences. Each has a mutant, so that no row is only words. */

/** Threat → its defences, as the design names them. */
export const THREATS = {
  "another project's ids":
    'every query takes the project id; hidden = absent, byte for byte; a matrix test over every route × id source',
  'key theft, guessing':
    'prefix + checksum (malformed keys cost no query), HMAC at rest, constant-time compare, revocation ≤ 1 s everywhere, secret-scanning pattern documented',
  'fail-open auth, missing scope':
    'auth result is a non-null union; a route without declared scope does not start; nothing is written before authorisation',
  'resource exhaustion':
    'rate limit before body; 64 KiB counted in bytes before parsing; upload decoded as a stream, canonical base64, ≤ 40 MB extra memory each, concurrent upload bytes capped; JSON depth ≤ 32',
  'media parsers':
    'declared type = magic bytes = structure; sharp ≥ 0.35 with loaders other than the allowed formats blocked, 40 MP limit, metadata stripped; ffmpeg as a child: fixed argument builder, forced demuxer and codec allow-list, `-protocol_whitelist file`, no network, empty environment, own temporary folder, limits on memory, CPU, file size and wall time, whole process group killed',
  // Uploads from URLs came later (decision 0604): they are egress through the same guarded client.
  SSRF: 'no URL inputs; provider endpoints from configuration only; webhook egress (if any) through one guarded client',
  leaks:
    '`no-store` on everything, redaction of keys and signed URLs in logs and traces, queue payloads carry ids only',
  'operator plane':
    'own port, member tokens verified with `jose` (algorithms, issuer, audience, expiry pinned), append-only audit log',
  'supply chain, containers':
    'frozen lockfile, minimum release age, allow-list of install scripts; images non-root, read-only, no capabilities',
} as const;

export type Threat = keyof typeof THREATS;
/** A promise of ARCHITECTURE.md. */
type Invariant = `I${number}`;
export type Row = Threat | Invariant;
