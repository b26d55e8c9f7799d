/** Prints the closed lists of words for docs/when-things-go-wrong.md, so that the page explains every one. */
import {
  CANCEL_REASONS,
  CATEGORIES,
  ENGINE_WORDS,
  FAILURE_REASONS,
  FAILURE_STATUSES,
  REVIEW_REASONS,
  STEP_STATUS_WORDS,
  UNITS,
} from './vocabulary.ts';

const LISTS: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ['`error.message` (and `statusReason`) of a failed execution', FAILURE_REASONS],
  ['`error.status` of a failed execution', FAILURE_STATUSES],
  ['`statusReason` of a cancelled execution', CANCEL_REASONS],
  ['`review.reason` (and `statusReason`) of an execution under review', REVIEW_REASONS],
  ['`steps[].status`', STEP_STATUS_WORDS],
  ['`steps[].engine`', ENGINE_WORDS],
  ['`unit` of prices, quotes and bills', UNITS],
  ['`category` of tools', CATEGORIES],
];

const table = ([title, words]: (typeof LISTS)[number]): string[] => [
  `| ${title} | meaning |`,
  '|---|---|',
  ...Object.entries(words).map(([word, meaning]) => `| \`${word}\` | ${meaning} |`),
  '',
];

process.stdout.write(LISTS.flatMap(table).join('\n'));
