import {
  FEATURES,
  makeSite,
  type BuiltApplication,
  type Check,
  type RunningApplication,
  type Site,
  type Subject,
} from './frameworks/check.ts'
import { accountChecks } from './frameworks/account-checks.ts'
import { browserChecks } from './frameworks/browser-checks.ts'
import { buildChecks } from './frameworks/build-checks.ts'
import { developmentChecks } from './frameworks/development-checks.ts'
import type { BrowserPage } from './frameworks/browser-page.ts'
import { pageChecks } from './frameworks/page-checks.ts'
import { requestChecks } from './frameworks/request-checks.ts'
import { routeChecks } from './frameworks/route-checks.ts'
import { sessionChecks } from './frameworks/session-checks.ts'

export * from './frameworks/application.ts'
export type {
  BuiltApplication,
  DataRequest,
  DevelopmentServer,
  Feature,
  RunningApplication,
  SessionTypes,
  Subject,
} from './frameworks/check.ts'
export type { BrowserContext, BrowserMessage, BrowserPage, DevToolsSession } from './frameworks/browser-page.ts'
export { browserOf, type Listener } from './frameworks/client.ts'
export { serveInProcess } from './frameworks/in-process.ts'

const byId = (one: Check, other: Check): number => one.id.localeCompare(other.id)

/** The checks for a framework. Throws if `refuses` names a check that does not exist: it would run after a new wording. */
const checksFor = ({ name, has, refuses = {} }: Subject): readonly Check[] => {
  const all = [
    ...routeChecks,
    ...accountChecks,
    ...sessionChecks,
    ...requestChecks,
    ...pageChecks,
    ...developmentChecks,
    ...browserChecks,
    ...buildChecks,
  ]
  const names = new Set(all.flatMap(({ id, rule }) => [id, rule]))
  const unknown = Object.keys(refuses).filter((key) => !names.has(key))
  if (unknown.length > 0) throw new Error(`${name} refuses checks that do not exist: ${unknown.join('; ')}`)
  return all.filter((check) => has.has('pages') || !pageChecks.includes(check)).toSorted(byId)
}

/**
 * What `frameworkContract` and `browserContract` need.
 * @example
 * const options: FrameworkContractOptions = { subject, test, skip: (name, reason) => test.skip(`${name}: ${reason}`) }
 */
export interface FrameworkContractOptions {
  /**
   * The framework to test.
   * @example subject: { name: 'My framework', has: new Set(['error-page', 'http/1.1']), start }
   */
  readonly subject: Subject
  /**
   * The test function of any test runner.
   * @example test: (name, run) => test(name, { timeout: 60_000 }, run)
   */
  readonly test: (name: string, run: () => Promise<void>) => unknown
  /**
   * Called for each check that is left out, with the reason. Pass the test runner's skip.
   * @example skip: (name, reason) => test.skip(`${name}: ${reason}`)
   */
  readonly skip?: (name: string, reason: string) => unknown
}

/**
 * Options of `browserContract`.
 * @example
 * const openPage = async () => (await browser.newContext()).newPage()
 * const options: BrowserContractOptions = { subject, test, openPage }
 */
export interface BrowserContractOptions extends FrameworkContractOptions {
  /**
   * Opens a page in a new browser context of Playwright, in Chromium. Its context is closed after the check.
   * @example openPage: async () => (await browser.newContext()).newPage()
   */
  readonly openPage: () => Promise<BrowserPage>
}

/**
 * Options of `buildContract`.
 * @example const options: BuildContractOptions = { subject, test, compile: async (text) => [await compileWith(text)] }
 */
export interface BuildContractOptions extends FrameworkContractOptions, BuiltApplication {}

/**
 * One check for one framework.
 * @example const lineOf = ({ id, rule, leftOut = 'checked' }: PlannedCheck) => `${id} ${rule}: ${leftOut}`
 */
export interface PlannedCheck {
  /** The id of the check. */
  readonly id: string
  /** What must be true. */
  readonly rule: string
  /** The reason why it does not run. */
  readonly leftOut: string | undefined
  /** Whether the framework makes impossible what it checks. Otherwise a check is left out because it lacks a feature. */
  readonly isRefused: boolean
}

const refusalOf = ({ id, rule }: Check, { refuses = {} }: Subject): string | undefined => refuses[id] ?? refuses[rule]

const reasonOf = (check: Check, subject: Subject): string | undefined =>
  (check.needs ?? []).filter((feature) => !subject.has.has(feature)).map((feature) => FEATURES[feature])[0] ??
  refusalOf(check, subject)

/**
 * Every check of the contract, and which ones are left out for a framework.
 *
 * @example
 * const leftOut = plannedChecks(subject).filter((check) => check.leftOut !== undefined)
 */
export const plannedChecks = (subject: Subject): readonly PlannedCheck[] =>
  checksFor(subject).map((check) => {
    const leftOut = reasonOf(check, subject)
    return {
      id: check.id,
      rule: check.rule,
      leftOut,
      isRefused: leftOut !== undefined && leftOut === refusalOf(check, subject),
    }
  })

/** What the checks of one group need, besides the application itself. */
interface Tools {
  readonly openPage: Site['openPage']
  readonly built: BuiltApplication
}

const missing = (name: string) => (): Promise<never> => Promise.reject(new Error(`This check needs ${name}`))

const noTools: Tools = { openPage: missing('browserContract'), built: { compile: missing('buildContract') } }

const register = (
  checks: readonly Check[],
  { subject, test, skip }: FrameworkContractOptions,
  { openPage, built }: Tools,
): void => {
  for (const check of checks) {
    const name = `${subject.name}: ${check.rule} (${check.id})`
    const reason = reasonOf(check, subject)
    if (reason !== undefined) skip?.(name, reason)
    else {
      test(name, async () => {
        const toEnd: (() => Promise<unknown>)[] = []
        const open = async (): Promise<BrowserPage> => {
          const page = await openPage()
          toEnd.unshift(() => page.context().close())
          return page
        }
        try {
          const run = <Running extends RunningApplication>(application: Running): Running => {
            toEnd.push(application.stop)
            return application
          }
          await check.run(
            async (options = {}) => makeSite(run(await subject.start(options)), subject, open),
            async (options = {}) => {
              if (subject.develop === undefined) throw new Error(`${subject.name} has no function develop`)
              const server = run(await subject.develop(options))
              return { site: makeSite(server, subject, open), edit: server.edit }
            },
            { ...built, types: subject.types ?? { module: '', session: '' } },
          )
        } finally {
          for (const end of toEnd) await end()
        }
      })
    }
  }
}

/** The checks that another function registers. */
const others: readonly Check[] = [...browserChecks, ...buildChecks]

const checksOf = (group: readonly Check[], subject: Subject): readonly Check[] =>
  checksFor(subject).filter((check) => group.includes(check))

/**
 * Registers what an integration of a framework must do as tests, with any test runner. The tests send HTTP requests to the test
 * application, which the subject serves with the framework: `makeApplication` has its configs, `applicationRoutes` its routes.
 *
 * @example
 * frameworkContract({ test, subject: { name: 'My framework', has: new Set(['http/1.1']), start } })
 */
export const frameworkContract = (options: FrameworkContractOptions): void => {
  const checks = checksFor(options.subject).filter((check) => !others.includes(check))
  register(checks, options, noTools)
}

/**
 * Registers the checks that need a browser: passkeys, and sign-in by the framework's code in the browser. The subject has the
 * feature `browser`.
 *
 * @example
 * const chromium = await launch()
 * browserContract({ test, subject, openPage: async () => (await chromium.newContext()).newPage() })
 */
export const browserContract = (options: BrowserContractOptions): void =>
  register(checksOf(browserChecks, options.subject), options, { ...noTools, openPage: options.openPage })

/**
 * Registers the checks of an application that is installed and built: its types, with the feature `types` and the member `types` of the
 * subject, and its code for browsers, with the feature `browser-build`.
 *
 * @example
 * buildContract({ test, subject, compile: async (text) => [await compileWith(text)] })
 */
export const buildContract = (options: BuildContractOptions): void =>
  register(checksOf(buildChecks, options.subject), options, { ...noTools, built: options })
