/** The target of breaches nearby; it breaks nothing itself. */
export const leaf = 1;
