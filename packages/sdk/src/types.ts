/** The resources of the API by their names. Nothing here is written by hand but the names. */
import type { ADVICE, components } from './generated/api.ts';

type Schemas = components['schemas'];

export type Catalog = Schemas['Catalog'];
export type Quote = Schemas['Quote'];
export type Execution = Schemas['Execution'];
export type SucceededExecution = Schemas['SucceededExecution'];
export type ExecutionSummary = Schemas['ExecutionSummary'];
export type ExecutionList = Schemas['ExecutionList'];
export type ExecutionStatus = Schemas['ExecutionStatus'];
export type FileFacts = Schemas['File'];
export type Project = Schemas['Project'];
export type Usage = Schemas['Usage'];
export type UploadType = Schemas['UploadType'];
export type UploadUrl = Schemas['UploadUrl'];
export type UploadUrlRequest = Schemas['UploadUrlRequest'];
export type ApiErrorCode = keyof typeof ADVICE;

/** Arguments of each tool by its name, as tollgate-types writes them. */
export type ToolMap = object;
export type ToolName<T extends ToolMap> = keyof T & string;
