/** Arguments → binding quote, for the quote and for the execution alike: both refuse the same input for the same reason. */
import type { Catalog, Prepared, Quote, QuoteError } from '@tollgate/catalog';
import { AppError, type FieldProblems, type JsonObject } from '@tollgate/contract';
import type { FileStore } from '@tollgate/files';

interface QuoteInput {
  readonly projectId: string;
  readonly tool: string;
  readonly arguments: JsonObject;
}

/** Throws AppError. Free of side effects: reads the referenced files' facts and computes. */
export async function quoteFor(
  { catalog, files }: { readonly catalog: Catalog; readonly files: FileStore },
  input: QuoteInput,
): Promise<Quote> {
  const prepared = accepted(catalog.prepare(input));
  const facts = prepared.fileIds.length === 0 ? NO_FILES : await files.facts(input.projectId, prepared.fileIds);
  return accepted(catalog.quote(prepared, facts));
}

const NO_FILES: ReadonlyMap<string, never> = new Map<string, never>();

function accepted<T extends Prepared | Quote>(outcome: T | QuoteError): T {
  if (outcome.ok) return outcome;
  const { message, fields } = outcome;
  throw new AppError(message, fields === undefined ? {} : { details: { fields: inBody(fields) } });
}

/** The catalog sees the arguments alone; a client is told of places in the body that it sent. */
const inBody = (fields: FieldProblems): FieldProblems =>
  Object.fromEntries(Object.entries(fields).map(([pointer, reason]) => [`/arguments${pointer}`, reason]));
