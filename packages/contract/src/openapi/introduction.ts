/** The text with which the OpenAPI document opens, for people who read it for the first time. */
import { LIMITS } from '../limits.ts';
import { GUIDE_PATH } from './guide.ts';

/** @param serverUrl the base URL that clients use. */
export const introductionTo = (
  serverUrl: string,
): string => `Farebox runs paid tools on images, audio and video. A project prepays in USD. You request a free quote, start the execution, wait for its end, and download the results. A charge never exceeds its quote.

## First request

You need an API key of a project. This lists all tools with their names and prices:

\`\`\`sh
export FAREBOX_URL='${serverUrl}'
export FAREBOX_API_KEY='fb_test_…'
curl "$FAREBOX_URL/tools?fields=name,title,price" --header "Authorization: Bearer $FAREBOX_API_KEY"
\`\`\`

Every operation below has code samples in curl, TypeScript (\`@farebox/sdk\`) and Python (\`httpx\`). They use the same two variables. The request examples of quotes and executions run unchanged, with sample files that every project has. ${serverUrl}${GUIDE_PATH} shows a complete purchase as one script.

## Authentication

Send \`Authorization: Bearer <API key>\` with every request. A key belongs to one project. It begins with \`fb_live_\` (real money) or \`fb_test_\` (play money and simulated external services). Each operation names the scope that the key needs. Signed upload and download URLs need no key: whoever has the URL may use it, so treat it as a secret. Web pages can read responses only if the project allows their origin (CORS); by default it allows none.

## Money

Amounts are integers in micro-units of USD: 1000000 is one dollar.

1. **Quote.** \`POST /tools/quote\` returns \`priceVersion\` and \`maximumChargeMicros\` for one input. A quote is free and reserves nothing.
2. **Hold.** \`POST /tools/{tool}\` with both values accepts the execution and holds the maximum. If prices have changed since the quote, the request is refused with \`price_version_mismatch\`, and nothing starts.
3. **Settle.** At the end the real usage is charged, at most the maximum, and the rest returns to the balance. A result that cannot be delivered costs nothing.

## Idempotency

Starting an execution or a batch requires an \`Idempotency-Key\` of your choice, one for each purchase. If a response is lost, send the same body with the same key again: the response is the same execution, and nothing is paid twice. The same key with another body is refused with \`idempotency_key_conflict\`. A key never expires.

## Waiting

Executions run asynchronously. Poll at intervals of at least ${LIMITS.pollSeconds} seconds, send \`Prefer: wait=20\` for a long poll, follow an event stream, or receive webhooks. \`succeeded\`, \`failed\` and \`cancelled\` are final.

## Errors

A success has \`{"data": …}\`. An error has \`{"error": {"status", "message", "details", "requestId", "documentation"}}\`. Branch on \`message\`, a stable word; each operation lists its words with what to do. \`details.fields\` names every invalid field, for example \`/arguments/width\`, \`query:limit\` or \`header:Prefer\`. Errors marked as retryable may succeed unchanged later. Quote \`requestId\`, or the header \`X-Request-Id\`, when you report a problem.

## Rate limits

A key can send ${LIMITS.requestsPerWindow} requests a minute (UTC), unless the operators have set another limit. The headers \`RateLimit-Policy\` and \`RateLimit\` show the limit, the remaining requests and the seconds until the next minute. Beyond the limit the response is 429 \`rate_limit_exceeded\` with \`Retry-After\`. Balance and monthly cap are also refused with 429, without \`Retry-After\`.

## More

The repository of Farebox has pages about each topic: \`docs/when-things-go-wrong.md\` (statuses, charges, retries), \`docs/errors.md\`, \`docs/uploads.md\`, \`docs/batches.md\`, \`docs/templates.md\`, \`docs/webhooks.md\` and \`packages/sdk/README.md\`.`;
