/** The runner protocol: its messages, their checks and their signatures. Pure; opens nothing and knows no clock. */
export { usdText } from './cost.ts';
export { RUNNER_LIMITS } from './limits.ts';
export * from './messages.ts';
export { readReply, type ReadReply, type ReceivedReply, type Unusable } from './read-reply.ts';
export { readStart, type ReadStart } from './read-start.ts';
export {
  runnerSecretProblem,
  SIGNATURE_HEADERS,
  type SignatureHeaders,
  type Signing,
  signRun,
  type Verified,
  type Verifying,
  verifyRun,
} from './signature.ts';
export { isRunToken, runUrl } from './token.ts';
