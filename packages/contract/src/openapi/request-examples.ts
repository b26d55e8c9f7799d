/** Example requests that succeed unchanged. They name tools and prices, so the catalog supplies them. */
export interface RequestExample {
  readonly summary: string;
  readonly value: unknown;
}
type NamedExamples = Readonly<Record<string, RequestExample>>;

/** All four are required: the requests that cost money, and the quotes that say how much. */
export type RequestExamples = Readonly<
  Record<'createQuote' | 'createExecution' | 'createBatchQuote' | 'createBatch', NamedExamples>
>;
export type ExamplesByOperation = Readonly<Record<string, NamedExamples | undefined>>;
