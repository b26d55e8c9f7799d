/** Retention of the content of executions, and its deletion. It never changes the charge or the row of an execution. */
export { deleteContentThatIsDue } from './delete-due-content.ts';
export { removeContent } from './remove-content.ts';
export { deleteContent } from './store/delete-content.ts';
export { deleteDueContent, type Retention, readRetention, setRetention } from './store/retention.ts';
