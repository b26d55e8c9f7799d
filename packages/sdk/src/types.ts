/** Names for the generated types of the API's resources. */
import type { ADVICE, components } from './generated/api.ts';

type Schemas = components['schemas'];

export type Catalog = Schemas['Catalog'];
export type Tool = Schemas['Tool'];
export type ToolField = keyof Tool;
/** A catalog whose tools have only these fields. */
export type CatalogOf<F extends ToolField> = Omit<Catalog, 'tools'> & { tools: Pick<Tool, F>[] };
export type Quote = Schemas['Quote'];
export type Batch = Schemas['Batch'];
export type BatchList = Schemas['BatchList'];
export type BatchQuote = Schemas['BatchQuote'];
export type BatchSummary = Schemas['BatchSummary'];
/** `{ url, expiresAt }` */
export type DownloadUrl = Schemas['Download'];
export type EventUrl = Schemas['EventUrl'];
export type EventUrlRequest = Schemas['EventUrlRequest'];
export type Execution = Schemas['Execution'];
export type SucceededExecution = Schemas['SucceededExecution'];
export type ExecutionSummary = Schemas['ExecutionSummary'];
export type ExecutionList = Schemas['ExecutionList'];
export type ExecutionStatus = Schemas['ExecutionStatus'];
export type FileFacts = Schemas['File'];
export type Project = Schemas['Project'];
export type Usage = Schemas['Usage'];
export type ResumableType = Schemas['ResumableType'];
export type ResumableUpload = Schemas['ResumableUpload'];
export type UploadType = Schemas['UploadType'];
export type UploadUrl = Schemas['UploadUrl'];
export type UploadUrlRequest = Schemas['UploadUrlRequest'];
export type ApiErrorCode = keyof typeof ADVICE;

export type Template = Schemas['Template'];
export type TemplateRequest = Schemas['TemplateRequest'];
export type TemplateSummary = Schemas['TemplateSummary'];

/** The arguments of each tool by tool name, as farebox-types prints them. */
export type ToolMap = object;
/** A tool of the map, or a template of the project: `@thumbs`, `@thumbs:3`. */
export type ToolName<T extends ToolMap> = (keyof T & string) | TemplateTool;
export type TemplateTool = `@${string}`;
/** The service checks the arguments of templates that are not in the map. */
export type ArgumentsOf<T extends ToolMap, N extends string> = N extends keyof T ? T[N] : object;
