/** Names that a model may have meant, as a sentence of advice. */

/** A sentence for the model; empty if no name is near. */
export function didYouMean(names: readonly string[]): string {
  const [first, ...more] = names;
  if (first === undefined) return '';
  return `Did you mean ${[first, ...more].join(', or ')}? `;
}
