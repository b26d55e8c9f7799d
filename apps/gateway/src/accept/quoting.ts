/** Arguments → binding quote, for the quote and for the execution alike: both refuse the same input for the same reason. */
import {
  type Catalog,
  expand,
  type Expanded,
  PIPELINE,
  type Prepared,
  type Quote,
  type QuoteError,
} from '@tollgate/catalog';
import { AppError, type FieldProblems, type JsonObject } from '@tollgate/contract';
import type { FileStore } from '@tollgate/files';
import { askedTemplate, type TemplateStore } from '@tollgate/templates';

interface QuoteInput {
  readonly projectId: string;
  readonly tool: string;
  readonly arguments: JsonObject;
}

interface Needs {
  readonly catalog: Catalog;
  readonly files: Pick<FileStore, 'facts'>;
  readonly templates: Pick<TemplateStore, 'offered'>;
}

export interface RequestQuote extends Quote {
  /** As the client is told it and says it again: the price version, and of a template its version, so that neither changes in between. */
  readonly quotedVersion: string;
}

/** Throws AppError. Free of side effects: reads the referenced files' facts, and a template where one is named, and computes. */
export async function quoteFor(needs: Needs, input: QuoteInput): Promise<RequestQuote> {
  if (input.tool.startsWith('@')) return templateQuote(needs, input);
  const quote = await quoteOf(needs, input.projectId, accepted(needs.catalog.prepare(input)));
  return { ...accepted(quote), quotedVersion: needs.catalog.priceVersion };
}

async function quoteOf({ catalog, files }: Needs, projectId: string, prepared: Prepared) {
  const facts = prepared.fileIds.length === 0 ? NO_FILES : await files.facts(projectId, prepared.fileIds);
  return catalog.quote(prepared, facts);
}

const NO_FILES: ReadonlyMap<string, never> = new Map<string, never>();

/** A template is quoted as the pipeline that its arguments make of it, under its own name; `model` is its version. */
async function templateQuote(needs: Needs, { projectId, tool, arguments: input }: QuoteInput): Promise<RequestQuote> {
  const asked = askedTemplate(tool);
  const template = asked === null ? null : await needs.templates.offered(projectId, asked);
  if (template === null) throw new AppError('tool_not_found');
  const expanded = accepted(expand(template.content, input));
  const steps = expanded.steps as unknown as JsonObject;
  const pipeline = accepted(needs.catalog.prepare({ tool: PIPELINE, arguments: { steps } }), expanded.told);
  const named = { ...pipeline, tool: `@${template.name}`, model: String(template.version) };
  const quote = accepted(await quoteOf(needs, projectId, named), expanded.told);
  return { ...quote, quotedVersion: `${quote.priceVersion}.${template.version}` };
}

type Told = (fields: FieldProblems) => FieldProblems;

function accepted<T extends Prepared | Quote | Expanded>(outcome: T | QuoteError, told: Told = (fields) => fields): T {
  if (outcome.ok) return outcome;
  const { message, fields } = outcome;
  throw new AppError(message, fields === undefined ? {} : { details: { fields: inBody(told(fields)) } });
}

/** The catalog sees the arguments alone; a client is told of places in the body that it sent. */
const inBody = (fields: FieldProblems): FieldProblems =>
  Object.fromEntries(Object.entries(fields).map(([pointer, reason]) => [`/arguments${pointer}`, reason]));
