/** The script that the first start prints: a complete paid execution for any POSIX shell with curl and node. */

export interface SessionOptions {
  readonly baseUrl: string;
  readonly key: string;
  /** Path of a JPEG. */
  readonly photo: string;
}

export function sessionText({ baseUrl, key, photo }: SessionOptions): string {
  return `BASE=${baseUrl}
KEY=${key}
PHOTO=${quoted(photo)}
api() { curl -sS -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' "$@"; }
data() { node -p "JSON.parse(require('fs').readFileSync(0, 'utf8')).data.$1"; }

# Upload a photo; then a free, binding quote for it.
FILE=$(printf '{"mimeType":"image/jpeg","data":"%s"}' "$(base64 < "$PHOTO" | tr -d '\\n')" | api "$BASE/tools/upload" -d @- | data id)
ARGUMENTS='{"source":{"fileId":"'$FILE'"},"width":800,"format":"webp"}'
QUOTE=$(api "$BASE/tools/quote" -d '{"tool":"image-resize","arguments":'"$ARGUMENTS"'}')
VERSION=$(printf '%s' "$QUOTE" | data priceVersion)
MAXIMUM=$(printf '%s' "$QUOTE" | data maximumChargeMicros)
echo "at most $MAXIMUM micro-USD, prices of $VERSION"

# Execute, poll, download.
ID=$(api "$BASE/tools/image-resize" -H "Idempotency-Key: first-$(date +%s)-$$" -d '{"tool":"image-resize","arguments":'"$ARGUMENTS"',"priceVersion":"'"$VERSION"'","maximumChargeMicros":'"$MAXIMUM"'}' | data id)
${pollText}`;
}

/** Polls execution $ID until it ends, or until a review, which may take days. Then downloads the results. */
export const pollText = `while EXECUTION=$(api "$BASE/tools/executions/$ID"); STATUS=$(printf '%s' "$EXECUTION" | data status); echo "$ID is $STATUS"
  [ "$STATUS" = queued ] || [ "$STATUS" = running ]; do sleep 5; done
case "$STATUS" in
  succeeded) echo "charged $(printf '%s' "$EXECUTION" | data chargedMicros) micro-USD"
    ARTIFACT=$(printf '%s' "$EXECUTION" | data 'output.artifacts[0].id')
    curl -sS -o resized.webp "$(api "$BASE/tools/executions/$ID/artifacts/$ARTIFACT/download" | data url)"
    ls -l resized.webp ;;
  needs_review) echo "the outcome of a provider call is not known yet: read $ID again later; the review ends by $(printf '%s' "$EXECUTION" | data review.resolveBy)" ;;
  *) echo "$STATUS: $(printf '%s' "$EXECUTION" | data 'error?.message'), charged $(printf '%s' "$EXECUTION" | data chargedMicros) micro-USD" ;;
esac
`;

const quoted = (path: string): string => `'${path.replaceAll("'", `'\\''`)}'`;
