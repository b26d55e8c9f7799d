/** The report of margins as an operator reads it. */

export interface MarginSums {
  readonly executions: number;
  readonly chargedMicros: number;
  readonly refundedMicros: number;
  readonly costMicros: number;
  /** Negative where the costs are higher than the charges. */
  readonly marginMicros: number;
}

export interface ProviderMargin extends Omit<MarginSums, 'executions' | 'refundedMicros'> {
  readonly provider: string;
  readonly calls: number;
}

/** The report of the current month. */
export interface MarginReport {
  readonly since: string;
  readonly until: string;
  readonly today: MarginSums;
  readonly total: MarginSums;
  readonly tools: readonly (MarginSums & { readonly tool: string })[];
  readonly projects: readonly (MarginSums & { readonly projectId: string })[];
  readonly providers: readonly ProviderMargin[];
}
