/** Text that a provider made, limited to what JSON and PostgreSQL can store. */
import { OutputInvalid } from '../call/run.ts';

const CHARACTERS_MAX = 100_000;

export function checkedText(text: string | null): string {
  if (text === null) throw new OutputInvalid('no text');
  if (text.length > CHARACTERS_MAX) throw new OutputInvalid(`a text of ${text.length} characters`);
  return text.toWellFormed().replaceAll('\0', '');
}
