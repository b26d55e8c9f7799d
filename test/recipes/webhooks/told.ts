/** What told.process.ts says to its test. */
export interface Message {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

export interface Told {
  readonly created: { readonly secret: string };
  readonly messages: readonly Message[];
  readonly polled: unknown;
  /** What became of an endpoint at an address of ours. */
  readonly inside: string;
}
