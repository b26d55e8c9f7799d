/** The fields of API responses that are read here, written from the specification and never imported from the system. */
export interface Catalog {
  readonly priceVersion: string;
  readonly tools: readonly { readonly name: string; readonly available: boolean }[];
}

export interface Quote {
  readonly priceVersion: string;
  readonly minimumChargeMicros: number;
  readonly maximumChargeMicros: number;
}

export interface File {
  readonly id: string;
  readonly mimeType: string;
  readonly sizeBytes: number;
  readonly sha256: string;
}

export interface Execution {
  readonly id: string;
  readonly status: string;
  readonly minimumChargeMicros: number;
  readonly maximumChargeMicros: number;
  readonly chargedMicros: number | null;
  readonly billing: readonly { readonly amountMicros: number }[];
  readonly output: { readonly artifacts: readonly File[] };
}

export interface Download {
  readonly url: string;
  readonly expiresAt: string;
}

export interface Usage {
  readonly settledRequests: number;
  readonly chargedMicros: number;
  readonly heldMicros: number;
  readonly availableMicros: number;
}

/** A body for `POST /tools/{tool}`. */
export interface ExecutionRequest {
  readonly tool: string;
  readonly arguments: object;
  readonly priceVersion: string;
  readonly maximumChargeMicros: number;
}
