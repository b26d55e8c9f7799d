/** The kinds of worker app. A step names the engine that can run it, and each engine has its own queue. */
export const ENGINES = ['image', 'av', 'provider'] as const;
export type Engine = (typeof ENGINES)[number];
