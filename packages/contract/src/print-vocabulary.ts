/** Prints the closed lists of words for docs/when-things-go-wrong.md, so that the page explains every word. */
import { FILE_TYPES } from '@farebox/kernel';
import { UPLOAD_MIME_TYPES } from './limits.ts';
import { ROUTES } from './routes/index.ts';
import { EXECUTION_STATUS_WORDS } from './schemas/execution-states.ts';
import { WEBHOOK_EVENTS, statusToldBy } from './schemas/webhook-event.ts';
import { SCOPES } from './scopes.ts';
import {
  CANCEL_REASONS,
  CATEGORIES,
  ENGINE_WORDS,
  ENVIRONMENTS,
  FAILURE_REASONS,
  FAILURE_STATUSES,
  CONTENT_DELETED_BY,
  REVIEW_REASONS,
  STEP_STATUS_WORDS,
  TEMPLATE_PARAMETER_TYPES,
  UNITS,
} from './vocabulary.ts';

const calls = (scope: string): string =>
  Object.values(ROUTES)
    .filter((route) => route.scope === scope)
    .map(({ method, path }) => `\`${method} ${path}\``)
    .join(', ');

const SCOPE_WORDS = Object.fromEntries(SCOPES.map((scope) => [scope, `allows ${calls(scope)}`]));

const isUploaded = (type: string): boolean => UPLOAD_MIME_TYPES.some((each) => each === type);
const FILE_WORDS = Object.fromEntries(
  Object.keys(FILE_TYPES).map((type) => [
    type,
    isUploaded(type) ? 'uploads and artifacts' : 'artifacts only; files of this type cannot be uploaded',
  ]),
);

const EVENT_WORDS = Object.fromEntries(
  WEBHOOK_EVENTS.map((type) => [
    type,
    `an execution is \`${statusToldBy(type)}\`: ${EXECUTION_STATUS_WORDS[statusToldBy(type)]}`,
  ]),
);

const LISTS: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ['`error.message` (and `statusReason`) of a failed execution', FAILURE_REASONS],
  ['`error.status` of a failed execution', FAILURE_STATUSES],
  ['`statusReason` of a cancelled execution', CANCEL_REASONS],
  ['`review.reason` (and `statusReason`) of an execution under review', REVIEW_REASONS],
  ['`contentDeleted.by` of an execution or a file that was deleted', CONTENT_DELETED_BY],
  ['`steps[].status`', STEP_STATUS_WORDS],
  ['`steps[].engine`', ENGINE_WORDS],
  ['`unit` of prices, quotes and bills', UNITS],
  ['`category` of tools', CATEGORIES],
  ['`mimeType` of files', FILE_WORDS],
  ['`type` of template parameters and of list items', TEMPLATE_PARAMETER_TYPES],
  ['`type` of webhook events', EVENT_WORDS],
  ['`currency`', { USD: 'the only currency; amounts are integers in millionths of a dollar' }],
  ['`environment` of a project', ENVIRONMENTS],
  ['`scopes` of a key', SCOPE_WORDS],
];

const table = ([title, words]: (typeof LISTS)[number]): string[] => [
  `| ${title} | meaning |`,
  '|---|---|',
  ...Object.entries(words).map(([word, meaning]) => `| \`${word}\` | ${meaning} |`),
  '',
];

process.stdout.write(LISTS.flatMap(table).join('\n'));
