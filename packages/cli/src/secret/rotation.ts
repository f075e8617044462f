import { readVariable, writeVariable } from './env-text.ts'

/** A step of a rotation: the variables after it. `undefined` removes a variable. */
export type RotationStep = Readonly<Record<string, string | undefined>>

/**
 * The three deployments of a rotation. The secret with the highest number seals, and all of them open. First every
 * process learns to open what the new secret seals, then the new one seals, and at last the old one goes.
 */
export const rotationSteps = (name: string, present: string, next: string): readonly RotationStep[] => [
  { [`${name}_1`]: present, [name]: next },
  { [`${name}_2`]: next, [`${name}_1`]: present, [name]: undefined },
  { [name]: next, [`${name}_1`]: undefined, [`${name}_2`]: undefined },
]

/** The variables of the next step, by the ones that are set now. `undefined`: they are not those of a rotation. */
export const nextStep = (
  text: string,
  name: string,
  next: string,
): { readonly number: 1 | 2 | 3; readonly step: RotationStep } | undefined => {
  const [plain, first, second, third] = [name, `${name}_1`, `${name}_2`, `${name}_3`].map(
    (variable) => readVariable(text, variable) || undefined,
  )
  if (third !== undefined) return undefined
  const steps = (present: string, replacement: string) => rotationSteps(name, present, replacement)
  const numbered = (number: 1 | 2 | 3, all: readonly RotationStep[]) => ({ number, step: all[number - 1] ?? {} })
  if (plain !== undefined && first === undefined && second === undefined) return numbered(1, steps(plain, next))
  if (plain !== undefined && first !== undefined && second === undefined) return numbered(2, steps(first, plain))
  if (plain === undefined && first !== undefined && second !== undefined) return numbered(3, steps(first, second))
  return undefined
}

export const applyStep = (text: string, step: RotationStep): string =>
  Object.entries(step).reduce((written, [name, value]) => writeVariable(written, name, value), text)
