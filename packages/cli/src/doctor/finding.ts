/** The result of one check. A failure always says how to fix the problem. */

export type Finding =
  | { readonly what: string; readonly state: 'ok' | 'skipped'; readonly detail: string }
  | { readonly what: string; readonly state: 'warning' | 'failed'; readonly detail: string; readonly mend: string };

export const ok = (what: string, detail: string): Finding => ({ what, state: 'ok', detail });
export const skipped = (what: string, detail: string): Finding => ({ what, state: 'skipped', detail });
export const failed = (what: string, detail: string, mend: string): Finding => ({
  what,
  state: 'failed',
  detail,
  mend,
});
export const warning = (what: string, detail: string, mend: string): Finding => ({
  what,
  state: 'warning',
  detail,
  mend,
});

/** Checks one thing and returns its findings. A check that throws counts as failed. */
export interface Check {
  readonly what: string;
  /** Advice if the check throws. */
  readonly mend: string;
  readonly look: () => Promise<readonly Finding[]>;
}
