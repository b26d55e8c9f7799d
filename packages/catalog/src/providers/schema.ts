/** Schema parts that tools on external services share. */
import { Type } from 'typebox';

/** Which of the tool's models to use. The model decides the price, so its default is in the schema. */
export const modelArgument = <const T extends string>(models: readonly T[], description: string) =>
  Type.Optional(Type.Enum([...models], { title: 'Model', default: models[0], description }));

export const promptArgument = (description: string) =>
  Type.String({ title: 'Description', minLength: 1, maxLength: 2000, description });
