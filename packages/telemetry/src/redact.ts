/**
 * Takes secrets out of a finished log line, whatever object or message they came in with. It works on the line and not on
 * named fields, because a secret leaks from the place that nobody listed.
 */
const REDACTED = '[redacted]';

/** Inside a JSON string: anything up to its end, escapes included. */
const STRING = String.raw`"(?:[^"\\]|\\.)*"`;
const SECRET_FIELDS = 'authorization|proxy-authorization|cookie|set-cookie|x-api-key|password|secret|pepper';
const FIELD = new RegExp(`("[^"\\\\]{0,64}?(?:${SECRET_FIELDS})"\\s*:\\s*)(?:${STRING}|\\[[^\\]]*\\])`, 'gi');
/** The same in JSON that was logged as text: a name and its value between escaped quotes. */
const ESCAPED_FIELD = new RegExp(`((?:${SECRET_FIELDS})\\\\+"\\s*:\\s*\\\\+")(?:[^"\\\\]|\\\\+[^"\\\\])*`, 'gi');
const BEARER = /(bearer)(?:\s|\\[nrt])+[^\s"\\,;]+/gi;
/** Only what looks like base64, since "basic" is also an ordinary word. */
const BASIC = /(basic)\s+[A-Za-z0-9+/_-]{16,}={0,2}/gi;
/** No boundary before it: a key glued to other text is still a key. */
const API_KEY = /fb_[A-Za-z0-9_]+/g;
const URL_PASSWORD = /(:\/\/[^\s:@/"\\]*):[^\s@/"\\]+@/g;
const QUERY = /\?(?:[^\s"\\]|\\.)+/g;
const SIGNED = /(?:signature|sig|token|credential)=/i;

export function redactLine(line: string): string {
  return line
    .replace(FIELD, `$1"${REDACTED}"`)
    .replace(ESCAPED_FIELD, `$1${REDACTED}`)
    .replace(BEARER, `$1 ${REDACTED}`)
    .replace(BASIC, `$1 ${REDACTED}`)
    .replace(API_KEY, `fb_${REDACTED}`)
    .replace(URL_PASSWORD, `$1:${REDACTED}@`)
    .replace(QUERY, (query) => (SIGNED.test(query) ? `?${REDACTED}` : query));
}
