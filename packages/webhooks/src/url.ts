/** Decides which addresses a project may use for webhooks: only hosts on the internet, over TLS. */
import { publicUrlProblem } from '@farebox/kernel';

/** Text that completes "the URL …"; null if the URL may be used, as far as can be known without resolving its name. */
export const webhookUrlProblem = (text: string): string | null => publicUrlProblem(text)?.text ?? null;
