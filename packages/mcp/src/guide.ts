/** What an agent has to know of the API, briefly: `/llms.txt` of a gateway, and the skill of this repository. Lists come from the contract and the tools. */
import { LIMITS, ROUTES, type Route, UPLOAD_MIME_TYPES } from '@farebox/contract';
import { TOOLS } from './tools/index.ts';

export interface GuideOptions {
  /** Base URL of the API, without a slash at its end; a shell variable in the skill. */
  readonly baseUrl: string;
}

const MIB = 1024 * 1024;

/** https://llmstxt.org: a title, a summary, then sections. */
export const llmsText = ({ baseUrl }: GuideOptions): string => `# Farebox

> Paid, asynchronous tools for images, sound, video and text over HTTP and MCP. Prepaid in USD; every run is quoted before, never costs more than its quote, and is never paid twice.

${guide({ baseUrl })}
## More

- [OpenAPI document](${baseUrl}/openapi.json): every field, error and limit
- [Catalog](${baseUrl}/tools): every tool with its JSON Schema, an example that runs as it stands, and its price (needs a key)
- [MCP](${baseUrl}/mcp): the same as tools of the Model Context Protocol, streamable HTTP
`;

export function guide({ baseUrl }: GuideOptions): string {
  return `Every request has \`Authorization: Bearer <API_KEY>\`; never put the key into a command line, a prompt or a log. Success is \`{"data": …}\`, failure \`{"error": {"status", "message", "details"}}\` with
\`message\` a stable reason and \`details.fields\` the places that are wrong. Amounts ending in Micros are millionths of a USD. ${LIMITS.requestsPerWindow} requests a minute and key.

## The job

\`\`\`sh
${job(baseUrl)}
\`\`\`

- A file of your own: \`POST ${baseUrl}/tools/upload\` with \`{"mimeType", "data"}\` (base64, at most ${LIMITS.uploadFileBytes / MIB} MiB, ${UPLOAD_MIME_TYPES.join(', ')}); its \`id\` stands where the sample's stands.
- Nothing came back, or 5xx: send the same body with the same \`Idempotency-Key\` again. It is the same execution, and paid once. Never draw a new key for the same purchase.
- \`price_version_mismatch\`, \`maximum_charge_too_low\`: quote again and decide anew. \`insufficient_balance\`, \`monthly_cap_reached\`: tell the person; repeating does not help.
- \`needs_review\`: nobody knows yet what an external service did. Wait; do not buy it again.

## Endpoints

| | | scope of the key |
|---|---|---|
${endpoints()}

## Tools over MCP

\`${baseUrl}/mcp\` with the same key in its header, or \`farebox mcp --max-spend 5.00\` over stdio. A quote is paid once, however often it is executed. A host that follows tasks (\`io.modelcontextprotocol/tasks\`) is answered a task for what takes longer.

${TOOLS.map(({ definition: { name, description } }) => `- \`${name}\`: ${description}`).join('\n')}
`;
}

const endpoints = (): string =>
  (Object.values(ROUTES) as Route[])
    .map(({ method, path, summary, scope }) => `| \`${method} ${path}\` | ${summary} | \`${scope}\` |`)
    .join('\n');

/** Run by a test as it stands. */
const job = (
  baseUrl: string,
): string => `api() { curl -sS -H "Authorization: Bearer $FAREBOX_API_KEY" -H 'Content-Type: application/json' "$@"; }
# A free, binding quote.
ASKED='"tool":"image-resize","arguments":{"source":{"fileId":"file_sample_photo"},"width":800}'
QUOTE=$(api ${baseUrl}/tools/quote -d "{$ASKED}")
VERSION=$(printf '%s' "$QUOTE" | sed 's/.*"priceVersion":"\\([^"]*\\)".*/\\1/')
MAXIMUM=$(printf '%s' "$QUOTE" | sed 's/.*"maximumChargeMicros":\\([0-9]*\\).*/\\1/')
# One Idempotency-Key for each thing that is bought, written down before it is sent.
EXECUTION=$(api ${baseUrl}/tools/image-resize -H "Idempotency-Key: $ORDER" -d "{$ASKED,\\"priceVersion\\":\\"$VERSION\\",\\"maximumChargeMicros\\":$MAXIMUM}")
ID=$(printf '%s' "$EXECUTION" | sed 's/.*"id":"\\(exe_[^"]*\\)".*/\\1/')
# Every ${LIMITS.pollSeconds} seconds until it has ended: succeeded, failed or cancelled.
until api ${baseUrl}/tools/executions/$ID | grep -E '"status":"(succeeded|failed|cancelled)","statusReason"'; do sleep ${LIMITS.pollSeconds}; done
# A file of output.artifacts: GET /tools/executions/$ID/artifacts/<file id>/download answers an address that works for ${LIMITS.downloadSeconds / 60} minutes, without the key.`;
