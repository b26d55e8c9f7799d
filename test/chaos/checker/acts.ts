/** Acts on balances as the suite's operators logged them, and what the system shows to operators about them. */

export type GivenKind = 'credit' | 'adjustment' | 'refund';

/** A line of the operators' log: a request, or the response to one. */
export interface Acting {
  readonly at: string;
  readonly request?: number;
  readonly kind?: GivenKind;
  /** The operator who sent it. */
  readonly by?: string;
  readonly projectId?: string;
  readonly executionId?: string | null;
  /** Negative if money is taken. */
  readonly amountMicros?: number;
  readonly reference?: string;
  readonly reason?: string;
  readonly idempotencyKey?: string;
  readonly replyTo?: number;
  readonly lost?: string;
  readonly status?: number;
  readonly message?: string;
  /** Whether the response says that it repeats an earlier one. */
  readonly replayed?: boolean;
  readonly booked?: boolean;
  readonly availableMicros?: number;
}

/** A row of the system's log of acts. */
export interface LoggedAct {
  readonly chain: string;
  readonly at: string;
  readonly actor_kind: 'member' | 'operator' | 'system';
  readonly actor: string;
  readonly act: string;
  readonly project: string | null;
  readonly target: string;
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
  readonly reason: string | null;
  readonly idempotency_key: string | null;
}

/** The statement of a month, as an operator reads it. */
export interface Statement {
  readonly projectId: string;
  readonly month: string;
  readonly openingMicros: number;
  readonly toppedUpMicros: number;
  readonly creditedMicros: number;
  readonly adjustedMicros: number;
  readonly refundedMicros: number;
  readonly chargedMicros: number;
  readonly closingMicros: number;
  readonly heldMicros: number;
  /** Charges by tool. */
  readonly tools: readonly ToolLine[];
}

export interface ToolLine {
  readonly tool: string;
  readonly executions: number;
  readonly chargedMicros: number;
}
