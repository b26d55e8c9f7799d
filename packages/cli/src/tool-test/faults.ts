/** The faults of runners that `farebox tool test` looks for, each with the way to mend it. */

interface Fault {
  readonly title: string;
  readonly mend: string;
}

const FAULT = {
  case: {
    title: 'a test case of the manifest ends as expected',
    mend: 'Compare the result with the case. `farebox tool test --json` shows the whole reply.',
  },
  signature: {
    title: 'signatures are checked, and responses are signed',
    mend: 'Respond 401 unless HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}` matches; sign each response for the token.',
  },
  stale: {
    title: 'a timestamp that is more than five minutes off is refused',
    mend: 'Compare `webhook-timestamp` with the clock, and respond 401 if it is more than 300 s older or newer.',
  },
  repeated: {
    title: 'the same token twice is one run',
    mend: 'Store the token before the work begins, and respond to a second PUT with the state of the first.',
  },
  lost: {
    title: 'a run goes on if the connection is lost before its response',
    mend: 'Do not tie the run to the connection: a later look-up must know it.',
  },
  lookup: {
    title: 'a look-up tells the end of a run, and does not know other tokens',
    mend: 'Keep ended runs for 72 hours. Respond 404 with {"status":"not_known"}, signed, to a token that was never started.',
  },
  cancel: {
    title: 'a cancel ends a running run, and changes no ended one',
    mend: 'Stop the work at POST …/cancel and respond with the state. Respond with the end if the run has ended.',
  },
  slow: {
    title: 'responses arrive in time',
    mend: 'Respond 202 with {"status":"running"} within 30 s (look-ups within 10 s), and end within `maxRuntimeSeconds`.',
  },
  bytes: {
    title: 'files, results and responses are within their limits of bytes',
    mend: 'Keep files within `sizeBytesMax`, `result` within 64 KiB and responses within 128 KiB; say `failed` if that fails.',
  },
  mediaType: {
    title: 'files have one of the media types of their output',
    mend: 'Upload with a content-type of `mimeTypes`, and with bytes of that type.',
  },
  result: {
    title: 'a result is as the manifest describes it',
    mend: 'Return what `output.result` describes: Farebox delivers nothing else, and the customer pays nothing.',
  },
  units: {
    title: 'units are a number from 0 to the quoted units',
    mend: 'Report at most `limits.unitsMax`: more is not charged. Raise the bound of the price if the work needs more.',
  },
  cost: {
    title: 'a cost is a decimal text from 0 to the highest cost',
    mend: 'Write {"usd":"0.0123"}: text, not negative, and at most `limits.costMaxUsd`.',
  },
  status: {
    title: 'each response is a JSON object with a known status',
    mend: 'Use running, succeeded, failed, cancelled, not_taken or not_known.',
  },
  redirect: {
    title: 'no response and no file leads elsewhere',
    mend: 'Respond without a redirect, and give only URLs of public hosts.',
  },
  artifacts: {
    title: 'each output has one file, uploaded once',
    mend: 'Upload each output once, and list it once, in the order of `outputs`: [{"put":0},{"put":1}].',
  },
} as const satisfies Readonly<Record<string, Fault>>;

export type FaultId = keyof typeof FAULT;
export const FAULTS: Readonly<Record<FaultId, Fault>> = FAULT;

/** A fault, with what was observed. */
export interface Found {
  readonly fault: FaultId;
  readonly seen: string;
}
