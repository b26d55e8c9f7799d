/** Every endpoint's handler. A missing one does not compile. */
import type { Dependencies } from '../endpoint/dependencies.ts';
import type { Handlers } from '../endpoint/handler.ts';
import { observedBatch, observedExecution } from '../process/observed.ts';
import { cancelBatch, createBatchQuote, getBatch, getBatchResults, listBatches } from './batches.ts';
import { cancelExecution } from './cancel-execution.ts';
import { createBatch } from './create-batch.ts';
import { createEventUrl } from './create-event-url.ts';
import { createExecution } from './create-execution.ts';
import { createQuote } from './create-quote.ts';
import { createUploadUrl } from './create-upload-url.ts';
import { downloadArtifact } from './download-artifact.ts';
import { getCatalog } from './get-catalog.ts';
import { getExecution } from './get-execution.ts';
import { getProject } from './get-project.ts';
import { getUsage } from './get-usage.ts';
import { listExecutions } from './list-executions.ts';
import { readExecutions } from './read-executions.ts';
import {
  activateTemplate,
  archiveTemplate,
  getTemplate,
  getTemplateVersion,
  listTemplates,
  saveTemplate,
} from './templates.ts';
import { streamBatch } from './stream-batch.ts';
import { streamExecutions } from './stream-executions.ts';
import { streamExecution } from './stream-execution.ts';
import { uploadFile } from './upload-file.ts';
import { uploadFromUrl } from './upload-from-url.ts';

export const createHandlers = (dependencies: Dependencies): Handlers => ({
  getProject,
  getUsage: getUsage(dependencies),
  getCatalog: getCatalog(dependencies),
  createQuote: createQuote(dependencies),
  uploadFile: uploadFile(dependencies),
  uploadFromUrl: uploadFromUrl(dependencies),
  createUploadUrl: createUploadUrl(dependencies),
  createExecution: observedExecution(createExecution(dependencies), dependencies.metrics),
  listExecutions: listExecutions(dependencies),
  getExecution: getExecution(dependencies),
  readExecutions: readExecutions(dependencies),
  streamExecution: streamExecution(dependencies),
  streamExecutions: streamExecutions(dependencies),
  createEventUrl: createEventUrl(dependencies),
  cancelExecution: cancelExecution(dependencies),
  downloadArtifact: downloadArtifact(dependencies),
  createBatchQuote: createBatchQuote(dependencies),
  createBatch: observedBatch(createBatch(dependencies), dependencies.metrics),
  listBatches: listBatches(dependencies),
  getBatch: getBatch(dependencies),
  cancelBatch: cancelBatch(dependencies),
  streamBatch: streamBatch(dependencies),
  getBatchResults: getBatchResults(dependencies),
  saveTemplate: saveTemplate(dependencies),
  listTemplates: listTemplates(dependencies),
  getTemplate: getTemplate(dependencies),
  getTemplateVersion: getTemplateVersion(dependencies),
  activateTemplate: activateTemplate(dependencies),
  archiveTemplate: archiveTemplate(dependencies),
});
