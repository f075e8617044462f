import { makeSite, FEATURES, type Check, type RunningApplication, type Subject } from './frameworks/check.ts'
import { accountChecks } from './frameworks/account-checks.ts'
import { pageChecks } from './frameworks/page-checks.ts'
import { requestChecks } from './frameworks/request-checks.ts'
import { routeChecks } from './frameworks/route-checks.ts'
import { sessionChecks } from './frameworks/session-checks.ts'

export * from './frameworks/application.ts'
export type { DataRequest, Feature, RunningApplication, Subject } from './frameworks/check.ts'
export { browserOf, type Listener } from './frameworks/client.ts'
export { serveInProcess } from './frameworks/in-process.ts'

const byId = (one: Check, other: Check): number => one.id.localeCompare(other.id)

const checks: readonly Check[] = [...routeChecks, ...accountChecks, ...sessionChecks, ...requestChecks]

/** The checks for a framework. Throws if `refuses` names a check that does not exist: it would run after a new wording. */
const checksFor = ({ name, has, refuses = {} }: Subject): readonly Check[] => {
  const names = new Set([...checks, ...pageChecks].flatMap(({ id, rule }) => [id, rule]))
  const unknown = Object.keys(refuses).filter((key) => !names.has(key))
  if (unknown.length > 0) throw new Error(`${name} refuses checks that do not exist: ${unknown.join('; ')}`)
  return (has.has('pages') ? [...checks, ...pageChecks] : checks).toSorted(byId)
}

/** Options of `frameworkContract`. */
export interface FrameworkContractOptions {
  readonly subject: Subject
  /** The test function of any test runner. */
  readonly test: (name: string, run: () => Promise<void>) => unknown
  /** Called for each check that is left out, with the reason. Pass the test runner's skip. */
  readonly skip?: (name: string, reason: string) => unknown
}

/** One check for one framework; `leftOut` is the reason why it does not run. */
export interface PlannedCheck {
  readonly id: string
  readonly rule: string
  readonly leftOut: string | undefined
}

const reasonOf = ({ id, rule, needs = [] }: Check, { has, refuses = {} }: Subject): string | undefined =>
  refuses[id] ?? refuses[rule] ?? needs.filter((feature) => !has.has(feature)).map((feature) => FEATURES[feature])[0]

/** Every check of the contract, and which ones are left out for a framework. */
export const plannedChecks = (subject: Subject): readonly PlannedCheck[] =>
  checksFor(subject).map((check) => ({ id: check.id, rule: check.rule, leftOut: reasonOf(check, subject) }))

/**
 * Registers what an integration of a framework must do as tests, with any test runner. The tests send HTTP requests to the test
 * application, which the subject serves with the framework: `makeApplication` has its configs, `applicationRoutes` its routes.
 *
 * @example
 * frameworkContract({ test, subject: { name: 'My framework', has: new Set(['http/1.1']), start } })
 */
export const frameworkContract = ({ subject, test, skip }: FrameworkContractOptions): void => {
  for (const check of checksFor(subject)) {
    const name = `${subject.name}: ${check.rule} (${check.id})`
    const reason = reasonOf(check, subject)
    if (reason !== undefined) skip?.(name, reason)
    else {
      test(name, async () => {
        const running: RunningApplication[] = []
        try {
          await check.run(async (options = {}) => {
            const application = await subject.start(options)
            running.push(application)
            return makeSite(application, subject.dataRequest)
          })
        } finally {
          for (const application of running) await application.stop()
        }
      })
    }
  }
}
