/** What the document shows as requests that run as they stand: they name tools and prices, which only the catalog knows. */
export interface RequestExample {
  readonly summary: string;
  readonly value: unknown;
}
type NamedExamples = Readonly<Record<string, RequestExample>>;

/** None may be missing: these are the requests that cost, and what they cost is asked for by the other. */
export type RequestExamples = Readonly<
  Record<'createQuote' | 'createExecution' | 'createBatchQuote' | 'createBatch', NamedExamples>
>;
export type ExamplesByOperation = Readonly<Record<string, NamedExamples | undefined>>;
