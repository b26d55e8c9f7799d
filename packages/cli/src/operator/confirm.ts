/** Acts that cannot be undone need a confirmation: at the terminal, or by --yes. */
import type { ActName } from '@farebox/contract';
import type { Context } from '../program/context.ts';
import { CommandError } from '../program/exit-codes.ts';

/** Whether an act ends, spends or decides something permanently. A new act does not compile without an entry here. */
const IS_FINAL: Readonly<Record<ActName, boolean>> = {
  'balance.adjust': true,
  'balance.credit': true,
  'balance.refund': true,
  'balance.threshold': false,
  'balance.top_up': false,
  'cap.set': false,
  'export.cancel': true,
  'export.create': false,
  'checkout.open': false,
  'execution.cancel': true,
  'execution.delete_content': true,
  'file.delete': true,
  'invitation.accept': false,
  'invitation.create': false,
  'invitation.revoke': true,
  'cors.set': false,
  'key.issue': false,
  'key.revoke': true,
  'key.rotate': false,
  'member.add': false,
  'member.change': false,
  'member.give_role': false,
  'member.remove': true,
  'member.take_role': true,
  'organization.change': false,
  'organization.create': false,
  'platform.change': false,
  'price.cancel': true,
  'price.cancel_terms': true,
  'price.publish': true,
  'price.publish_terms': true,
  'project.archive': true,
  'project.change': false,
  'project.create': false,
  'project.resume': false,
  'project.suspend': false,
  'project.unarchive': false,
  'proposal.confirm': true,
  'proposal.decline': true,
  'retention.set': true,
  'review.resolve': true,
  'tool.activate': false,
  'tool.issue_runner_key': false,
  'tool.publish': false,
  'tool.retire': false,
  'tool.revoke_runner_key': true,
  'webhook.change': false,
  'webhook.create': false,
  'webhook.remove': true,
  'webhook.replay': false,
  'webhook.rotate': true,
};

export const isFinal = (act: string | undefined): boolean => IS_FINAL[act as ActName] ?? false;

/** Throws CommandError unless the act was confirmed. */
export async function confirmed(question: string, { yes }: { readonly yes: boolean }, { ask }: Context): Promise<void> {
  if (yes) return;
  if (ask === null)
    throw new CommandError(
      'unconfirmed',
      `this cannot be undone, and there is no terminal to confirm it: pass --yes. ${question}`,
    );
  const typed = await ask(`${question} This cannot be undone. Type yes to continue: `);
  if (typed.trim().toLowerCase() !== 'yes') throw new CommandError('unconfirmed', 'not confirmed: nothing was done');
}
