/** Makes binding quotes, for the quote and for the execution alike: both refuse the same input for the same reason. */
import {
  type Catalog,
  expand,
  type Expanded,
  type FileFacts,
  PIPELINE,
  type Prepared,
  type Quote,
  type QuoteError,
} from '@farebox/catalog';
import { AppError, type FieldProblems, type JsonObject, LIMITS, nearest } from '@farebox/contract';
import type { FileStore } from '@farebox/files';
import { askedTemplate, type TemplateStore } from '@farebox/catalog/templates';
import { LISTED_AT } from '../endpoint/forms.ts';

interface QuoteInput {
  readonly projectId: string;
  readonly tool: string;
  readonly arguments: JsonObject;
}

export interface QuoteNeeds {
  readonly catalog: Catalog;
  readonly files: Pick<FileStore, 'facts'>;
  readonly templates: Pick<TemplateStore, 'offered' | 'list'>;
}

export interface RequestQuote extends Quote {
  /**
   * The version that the client gets and sends back: the price version, and for a template its version as well, so that
   * neither can change in between.
   */
  readonly quotedVersion: string;
  /** Null: no template. */
  readonly templateVersion: number | null;
}

const quotedAs = (quote: Quote, templateVersion: number | null): RequestQuote => ({
  ...quote,
  templateVersion,
  quotedVersion: quotedVersionOf(quote.priceVersion, templateVersion),
});

export const quotedVersionOf = (priceVersion: string, templateVersion: number | null): string =>
  templateVersion === null ? priceVersion : `${priceVersion}.${templateVersion}`;

/** Throws AppError. Reads the facts of the referenced files and a named template, then computes; has no side effects. */
export async function quoteFor(needs: QuoteNeeds, input: QuoteInput): Promise<RequestQuote> {
  const { projectId } = input;
  const asked = (await askedTool(needs, input))(input.arguments);
  return asked.quote(await factsOf(needs, projectId, asked.fileIds));
}

type Facts = ReadonlyMap<string, FileFacts>;

/** Valid arguments of a tool: the files that their quote needs, and the quote. Both can throw AppError. */
export interface Asked {
  /** The distinct files whose facts the quote needs. */
  readonly fileIds: readonly string[];
  readonly quote: (facts: Facts) => RequestQuote;
}

/** Looks up the tool or template once, so that activating another template version meanwhile does not change it. */
export async function askedTool(
  needs: QuoteNeeds,
  { projectId, tool }: Pick<QuoteInput, 'projectId' | 'tool'>,
): Promise<(input: JsonObject) => Asked> {
  if (tool.startsWith('@')) return await templateNamed(needs, projectId, tool);
  const { catalog } = needs;
  return (input) => {
    const prepared = accepted(catalog.prepare({ tool, arguments: input }), { near: () => namesNear(tool, catalog) });
    const quote = (facts: Facts) => quotedAs(accepted(catalog.quote(prepared, facts)), null);
    return { fileIds: prepared.fileIds, quote };
  };
}

export const factsOf = async (
  { files }: Pick<QuoteNeeds, 'files'>,
  projectId: string,
  fileIds: readonly string[],
): Promise<Facts> => (fileIds.length === 0 ? NO_FILES : await files.facts(projectId, fileIds));

const NO_FILES: Facts = new Map<string, never>();

/** Quotes a template as the pipeline into which its arguments expand, under the template's name; `model` is its version. */
async function templateNamed(
  needs: QuoteNeeds,
  projectId: string,
  tool: string,
): Promise<(input: JsonObject) => Asked> {
  const { catalog, templates } = needs;
  const asked = askedTemplate(tool);
  const template = asked === null ? null : await templates.offered(projectId, asked);
  if (template === null)
    throw new AppError('tool_not_found', {
      details: { nearest: await templatesNear(needs, projectId, tool), ...LISTED_AT.tool_not_found },
    });
  return (input) => {
    const expanded = accepted(expand(template.content, input));
    const steps = expanded.steps as unknown as JsonObject;
    const pipeline = accepted(catalog.prepare({ tool: PIPELINE, arguments: { steps } }), { told: expanded.told });
    const named = { ...pipeline, tool: `@${template.name}`, model: String(template.version) };
    const quote = (facts: Facts) =>
      quotedAs(accepted(catalog.quote(named, facts), { told: expanded.told }), template.version);
    return { fileIds: named.fileIds, quote };
  };
}

interface Telling {
  /** The fields in the words of the client's request. */
  readonly told?: (fields: FieldProblems) => FieldProblems;
  /** Tool names that the client may have meant. */
  readonly near?: () => readonly string[];
}

function accepted<T extends Prepared | Quote | Expanded>(
  outcome: T | QuoteError,
  { told = (fields) => fields, near = () => [] }: Telling = {},
): T {
  if (outcome.ok) return outcome;
  const { message, fields } = outcome;
  if (message === 'tool_not_found')
    throw new AppError(message, { details: { nearest: near(), ...LISTED_AT[message] } });
  const limits = message === 'too_many_steps' ? { stepsMax: LIMITS.stepsMax } : {};
  throw new AppError(message, {
    details: { ...limits, ...(fields === undefined ? {} : { fields: inBody(told(fields)) }) },
  });
}

const namesNear = (tool: string, { tools }: Catalog): readonly string[] =>
  nearest(
    tool,
    tools.map(({ name }) => name),
  );

/** Only names that can be run now, so that the next request does not fail too. */
async function templatesNear({ templates }: QuoteNeeds, projectId: string, asked: string): Promise<readonly string[]> {
  const all = await templates.list(projectId);
  const offered = all.filter(({ activeVersion, archivedAt }) => activeVersion !== null && archivedAt === null);
  return nearest(
    asked.replace(/:.*/s, ''),
    offered.map((each) => each.tool),
  );
}

/** The catalog knows only the arguments, so its pointers are extended to pointers into the client's body. */
const inBody = (fields: FieldProblems): FieldProblems =>
  Object.fromEntries(Object.entries(fields).map(([pointer, reason]) => [`/arguments${pointer}`, reason]));
