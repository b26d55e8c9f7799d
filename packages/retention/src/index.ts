/** How long a project keeps the content of its executions, and what deletes it. It never changes what an execution cost, nor that it exists. */
export { deleteContentThatIsDue } from './delete-due-content.ts';
export { removeContent } from './remove-content.ts';
export { deleteContent } from './store/delete-content.ts';
export { deleteDueContent, type Retention, readRetention, setRetention } from './store/retention.ts';
