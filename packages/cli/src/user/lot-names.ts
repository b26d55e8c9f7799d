/** Names of the stored batches of `run`, which neither it nor `batch run` confuses with those of `batch run`. */
import { randomUUID } from 'node:crypto';

const PREFIX = 'cli/run/';
export const isLot = ({ name }: { readonly name: string }): boolean => name.startsWith(PREFIX);
export const newLotName = (): string => `${PREFIX}${randomUUID()}`;
