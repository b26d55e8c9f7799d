/** The output of told.process.ts. */
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
  /** The response to an endpoint at a private address. */
  readonly inside: string;
}
