/** A runner's statement as the statement of any provider. Amounts are decimal text, and never become a float. */
import type { FailureReason } from '@farebox/contract';
import type { FailedReason, NotKnown, NotTaken, ReceivedReply, RunCost } from '@farebox/runner-protocol';
import type { Reply, StatedCost } from '../../adapter.ts';
import { microsOfUsd } from '../../http/usd.ts';

/** Something that a runner stated wrongly, or that only the operator should read. Never the customer's fault. */
export interface Finding {
  readonly token: string;
  readonly finding: string;
}
export type Findings = (finding: Finding) => void;

const REASONS: Readonly<Record<FailedReason, FailureReason>> = {
  content_rejected: 'content_rejected',
  request_rejected: 'provider_rejected',
  failed: 'provider_failed',
};

type Stated = Exclude<ReceivedReply, NotTaken | NotKnown>;

export function replyOf(
  reply: Stated,
  { token, findings }: { readonly token: string; readonly findings: Findings },
): Reply {
  switch (reply.status) {
    case 'running':
      return { kind: 'running', ref: token, ...(reply.progress === undefined ? {} : { progress: reply.progress }) };
    case 'failed': {
      const { reason, message, billed } = reply;
      if (message !== '') findings({ token, finding: `the runner failed: ${message}` });
      return { kind: 'failed', reason: REASONS[reason], cost: costOf(reply), billed: billed ? 'failed' : 'none' };
    }
    case 'cancelled':
      return { kind: 'cancelled', cost: costOf(reply) };
    default:
      // The step reads the result itself: it knows which files the run had to make.
      return {
        kind: 'succeeded',
        ref: token,
        output: { files: [], text: null, raw: Buffer.from(JSON.stringify(reply)) },
        cost: costOf(reply),
      };
  }
}

const costOf = ({ cost }: { readonly cost?: RunCost }): StatedCost =>
  cost === undefined ? null : microsOfUsd(cost.usd);
