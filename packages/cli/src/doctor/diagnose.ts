import type { Check, Facts, Level } from './check.ts'
import { cookieChecks } from './cookie-checks.ts'
import { databaseChecks } from './database-checks.ts'
import { frameworkChecks } from './framework-checks.ts'
import { mailChecks } from './mail-checks.ts'
import { providerChecks } from './provider-checks.ts'
import { runtimeChecks } from './runtime-checks.ts'
import { secretChecks } from './secret-checks.ts'
import { DEADLINE } from './system.ts'
import { urlChecks } from './url-checks.ts'

/** Every check, by the group that it belongs to. */
export const checks: readonly Check[] = [
  ...secretChecks,
  ...urlChecks,
  ...cookieChecks,
  ...providerChecks,
  ...databaseChecks,
  ...mailChecks,
  ...runtimeChecks,
  ...frameworkChecks,
]

/** The result of a check. */
export interface Diagnosis {
  readonly id: string
  readonly level: 'ok' | Level
  /** What was found. Empty if all is well. */
  readonly found: string
  readonly why: string
  readonly fix: string
  readonly docs: string
}

const LATE = `the check did not end within ${DEADLINE / 1000} s`

const inTime = (work: Promise<string | undefined>): Promise<string | undefined> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(LATE), DEADLINE)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

const findSafely = async (check: Check, facts: Facts): Promise<string | undefined> => {
  try {
    return await inTime(Promise.resolve(check.find(facts)))
  } catch (error) {
    return `the check failed: ${error instanceof Error ? error.message : String(error)}`
  }
}

const levelOf = ({ level, isReplaced }: Check, facts: Facts): Level =>
  !facts.isProduction && isReplaced?.(facts) === true ? 'note' : level

/** Which checks are made. */
export interface Selection {
  readonly only: readonly string[]
  readonly skip: readonly string[]
  readonly isOffline: boolean
}

/** Whether a check is one of those that a list names, by their ids or groups. */
const isNamed = ({ id }: Check, names: readonly string[]): boolean =>
  names.includes(id) || names.includes(id.split('.')[0] ?? '')

export const selectChecks = ({ only, skip, isOffline }: Selection, isProduction: boolean): readonly Check[] =>
  checks
    .filter((check) => only.length === 0 || isNamed(check, only))
    .filter((check) => !isNamed(check, skip))
    .filter(({ usesNetwork = false }) => !isOffline || !usesNetwork)
    .filter(({ isForProduction = false }) => isProduction || !isForProduction)

/** Makes checks at once. They only read. `onDone` is called with the id of each that has ended. */
export const diagnose = (
  selected: readonly Check[],
  facts: Facts,
  onDone: (id: string) => void = () => undefined,
): Promise<readonly Diagnosis[]> =>
  Promise.all(
    selected.map(async (check) => {
      const { id, why, docs } = check
      const found = await findSafely(check, facts)
      const fix = check.fixOf?.(facts) ?? check.fix
      onDone(id)
      const level = found === undefined ? 'ok' : levelOf(check, facts)
      return { id, level, found: found ?? '', why, fix, docs } as const
    }),
  )
