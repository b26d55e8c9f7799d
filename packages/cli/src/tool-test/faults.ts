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

const { signature: _, stale: __, lookup: ___, ...SHARED } = FAULT;

/** A pull runner has no address, so nothing of it is signed and nobody looks it up. */
const PULL_FAULT = {
  ...SHARED,
  begun: {
    title: 'the work begins after the first report was taken',
    mend: 'Report {"status":"running"} first, and begin after its 200. A run of 404 or 409 is no longer yours: do nothing.',
  },
  lease: {
    title: 'a run is reported within its lease while the work goes on',
    mend: 'Report {"status":"running"} at every third of `leaseSeconds`, also while the tool is busy or waits for a file.',
  },
  repeated: {
    title: 'a token that comes again comes to the same end',
    mend: 'Report the stored end, or make the same files again: other bytes are refused (409). Else leave out `idempotent`.',
  },
  lost: {
    title: 'requests whose responses were lost are repeated',
    mend: 'Claim again after a failure, and repeat the report of an end until there is a 200, 404 or 409.',
  },
  cancel: {
    title: 'a cancel ends a run',
    mend: 'Stop the work at {"cancel":true} in the response to a report, and report how it ended.',
  },
  slow: {
    title: 'runs are claimed and ended in time',
    mend: 'Claim as long as there is a free place, report at once, and end within `maxRuntimeSeconds`.',
  },
} as const satisfies Readonly<Record<string, Fault>>;

export type HttpFaultId = keyof typeof FAULT;
export type PullFaultId = keyof typeof PULL_FAULT;
export type FaultId = HttpFaultId | PullFaultId;

/** By the kind of the runner. */
export const FAULTS: {
  readonly http: Readonly<Record<HttpFaultId, Fault>>;
  readonly pull: Readonly<Record<PullFaultId, Fault>>;
} = { http: FAULT, pull: PULL_FAULT };
export type TestedKind = keyof typeof FAULTS;

export function faultOf(kind: TestedKind, id: FaultId): Fault {
  const faults: Readonly<Partial<Record<FaultId, Fault>>> = FAULTS[kind];
  const fault = faults[id];
  if (fault === undefined) throw new Error(`a runner of kind ${kind} cannot have the fault ${id}`);
  return fault;
}

/** A fault, with what was observed. */
export interface Found {
  readonly fault: FaultId;
  readonly seen: string;
  /** A likely cause, in place of what the fault has in general. */
  readonly mend?: string;
}
