/** The guide for agents: `/llms.txt` of a gateway and the skill of this repository. Its lists come from the contract and the MCP tools. */
import { LIMITS, ROUTES, type Route, UPLOAD_MIME_TYPES } from '@farebox/contract';
import { TOOLS } from './tools/index.ts';

export interface GuideOptions {
  /** Base URL of the API, without a trailing slash; in the skill, a shell variable. */
  readonly baseUrl: string;
}

const MIB = 1024 * 1024;

/** The format of https://llmstxt.org: a title, a summary, then sections. */
export const llmsText = ({ baseUrl }: GuideOptions): string => `# Farebox

> Paid, asynchronous tools for images, audio, video and text over HTTP and MCP. Projects prepay in USD. Every execution has a free, binding quote; its charge never exceeds the quote, and a retry is never charged twice.

${guide({ baseUrl })}
## More

- [OpenAPI document](${baseUrl}/openapi.json): every field, error and limit
- [Catalog](${baseUrl}/tools): every tool with its JSON Schema, a working example and its price (needs a key)
- [MCP](${baseUrl}/mcp): the same API as MCP tools over streamable HTTP
`;

export function guide({ baseUrl }: GuideOptions): string {
  return `Send \`Authorization: Bearer <API_KEY>\` with every request. Never put the key into a command line, a prompt or a log.
A success is \`{"data": …}\`. A failure is \`{"error": {"status", "message", "details"}}\`: \`message\` is a stable reason,
and \`details.fields\` maps each invalid field to its problem. Amounts ending in Micros are millionths of a USD. Each key may send ${LIMITS.requestsPerWindow} requests a minute.

## A complete purchase

\`\`\`sh
${job(baseUrl)}
\`\`\`

- To use a file of your own, \`POST ${baseUrl}/tools/upload\` with \`{"mimeType", "data"}\`, where \`data\` is base64 of at most ${LIMITS.uploadFileBytes / MIB} MiB
  (${UPLOAD_MIME_TYPES.join(', ')}). Use the \`id\` in the response instead of that of the sample.
- No response, or a 5xx: send the same body with the same \`Idempotency-Key\` again. The response is the same execution, which is
  charged once. Never use a new key for the same purchase.
- \`price_version_mismatch\`, \`maximum_charge_too_low\`: request a new quote and decide again.
- \`insufficient_balance\`, \`monthly_cap_reached\`: tell the user; a retry does not help.
- \`needs_review\`: the outcome at an external service is not known yet. Wait; do not buy it again.

## Endpoints

| endpoint | purpose | scope of the key |
|---|---|---|
${endpoints()}

## MCP tools

Connect to \`${baseUrl}/mcp\` with the same key in the \`Authorization\` header, or run \`farebox mcp --max-spend 5.00\` over stdio. A quote is
paid once, even if it is executed several times. No result is above 2,000 tokens unless you ask for more. With \`--save-to <folder>\`, \`farebox mcp\`
also has \`save_artifact\`. A host that supports tasks (\`io.modelcontextprotocol/tasks\`) gets a task for a long execution.

${TOOLS.map(({ definition: { name, description } }) => `- \`${name}\`: ${description}`).join('\n')}
`;
}

const endpoints = (): string =>
  (Object.values(ROUTES) as Route[])
    .map(({ method, path, summary, scope }) => `| \`${method} ${path}\` | ${summary} | \`${scope}\` |`)
    .join('\n');

/** A conformance test runs this script unchanged. */
const job = (
  baseUrl: string,
): string => `api() { curl -sS -H "Authorization: Bearer $FAREBOX_API_KEY" -H 'Content-Type: application/json' "$@"; }
# Request a free, binding quote.
ASKED='"tool":"image-resize","arguments":{"source":{"fileId":"file_sample_photo"},"width":800}'
QUOTE=$(api ${baseUrl}/tools/quote -d "{$ASKED}")
VERSION=$(printf '%s' "$QUOTE" | sed 's/.*"priceVersion":"\\([^"]*\\)".*/\\1/')
MAXIMUM=$(printf '%s' "$QUOTE" | sed 's/.*"maximumChargeMicros":\\([0-9]*\\).*/\\1/')
# Use one Idempotency-Key for each purchase, and store it before you send the request.
EXECUTION=$(api ${baseUrl}/tools/image-resize -H "Idempotency-Key: $ORDER" -d "{$ASKED,\\"priceVersion\\":\\"$VERSION\\",\\"maximumChargeMicros\\":$MAXIMUM}")
ID=$(printf '%s' "$EXECUTION" | sed 's/.*"id":"\\(exe_[^"]*\\)".*/\\1/')
# Poll every ${LIMITS.pollSeconds} seconds until the execution has succeeded, failed or was cancelled.
until api ${baseUrl}/tools/executions/$ID | grep -E '"status":"(succeeded|failed|cancelled)","statusReason"'; do sleep ${LIMITS.pollSeconds}; done
# For each file in output.artifacts, GET /tools/executions/$ID/artifacts/<file id>/download returns a URL that works for ${LIMITS.downloadSeconds / 60} minutes without the key.`;
