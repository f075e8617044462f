import assert from 'node:assert/strict'
import {
  browserContract,
  buildContract,
  frameworkContract,
  type ApplicationOptions,
  type FrameworkContractOptions,
  type Subject,
} from '@authwright/testing/frameworks'
import type { Page } from 'playwright-core'
import { browserFaults } from './broken-framework/browser-faults.ts'
import { requestFaults } from './broken-framework/request-faults.ts'
import { routeFaults } from './broken-framework/route-faults.ts'
import { sessionFaults } from './broken-framework/session-faults.ts'
import { startFaultyServer, type Fault } from './broken-framework/faulty-server.ts'

export type { Fault } from './broken-framework/faulty-server.ts'
export { browserFaults } from './broken-framework/browser-faults.ts'
export { developmentFaults, pageFaults } from './broken-framework/page-faults.ts'

/** The subject with a fault: a server between the client and the application does what a broken integration would do. */
const breakSubject = (subject: Subject, fault: Fault): Subject => {
  const change = (options: ApplicationOptions) => fault.options?.(options) ?? options
  const { develop } = subject
  return {
    ...subject,
    start: async (options) => startFaultyServer(await subject.start(change(options)), fault),
    ...(develop && { develop: async (options) => startFaultyServer(await develop(change(options)), fault) }),
  }
}

/** Registers the contract, or a part of it. */
type Contract = (options: FrameworkContractOptions) => void

type Run = () => Promise<void>

/** The run of one check. */
const runOf = (contract: Contract, subject: Subject, name: string): Run => {
  const runs = new Map<string, Run>()
  contract({ subject, test: (each, run) => runs.set(each, run) })
  const found = runs.get(name)
  if (found === undefined) throw new Error(`There is no check ${name}`)
  return found
}

/** Nothing is broken: the server between the client and the application passes everything on. */
const none: Fault = { name: '' }

type Faults = Readonly<Record<string, Fault>>

/** Registers, for each check that the faults name, a test that the check passes without the fault, and fails with it. */
const registerFaults = (
  subject: Subject,
  faults: Faults,
  { test, contract, control }: Pick<FrameworkContractOptions, 'test'> & { contract: Contract; control?: Contract },
): void => {
  const register = (name: string): void => {
    for (const [rule, fault] of Object.entries(faults)) {
      if (!name.startsWith(`${subject.name}: ${rule} (`)) continue
      test(`${name} fails for a framework that ${fault.name}`, async () => {
        if (control !== undefined) await runOf(control, breakSubject(subject, none), name)()
        await assert.rejects(runOf(contract, breakSubject(subject, fault), name))
      })
    }
  }
  contract({ subject, test: register })
}

/** The faults of every server. */
export const serverFaults: Faults = { ...routeFaults, ...sessionFaults, ...requestFaults }

/** Tests that the checks of `frameworkContract` report faults: a check that cannot fail shows nothing. */
export const brokenFrameworkContract = (
  subject: Subject,
  faults: Faults,
  test: FrameworkContractOptions['test'],
): void => registerFaults(subject, faults, { test, contract: frameworkContract, control: frameworkContract })

/** Milliseconds after which a page does not show any more what a check waits for. */
const DEADLINE = 5000

/** The same for `browserContract`. */
export const brokenBrowserContract = (
  subject: Subject,
  { test, openPage }: Pick<FrameworkContractOptions, 'test'> & { readonly openPage: () => Promise<Page> },
): void => {
  const openImpatiently = async (): Promise<Page> => {
    const page = await openPage()
    page.context().setDefaultTimeout(DEADLINE)
    return page
  }
  registerFaults(subject, browserFaults, {
    test,
    contract: (options) => browserContract({ ...options, openPage: openImpatiently }),
    control: (options) => browserContract({ ...options, openPage }),
  })
}

/** What broken builds are: their checks get what the compilers report, and the code for browsers. */
export const buildFaults: Faults = {
  'compiles with TypeScript 6 and 7 when installed, and knows what the application adds to a session': {
    name: 'has types to which every value can be assigned',
  },
  'sends no code of the server to browsers': { name: 'names the variable of the secret in its code for browsers' },
}

/** The same for `buildContract`. */
export const brokenBuildContract = (subject: Subject, test: FrameworkContractOptions['test']): void => {
  const built = {
    compile: () => Promise.resolve(['', '']),
    browserCode: () => Promise.resolve('AUTH_SECRET'.repeat(100)),
  }
  registerFaults(subject, buildFaults, { test, contract: (options) => buildContract({ ...options, ...built }) })
}
