import { openBrowser } from '@authwright/testing'
import type { Flow } from '@authwright/test-kit/fault-matrix'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { everyPasskeyFlow } from '@authwright/test-kit/fault-matrix/every-flow'
import { passkeyConfig } from '@authwright/test-kit/fault-matrix/passkeys/config'
import { checkEnd } from '@authwright/test-kit/fault-matrix/check'
import { startProvider } from '@authwright/test-kit/fault-matrix/provider'
import { faultFlows } from '@authwright/test-kit/fault-matrix/count-runs'
import { setUpFaults, ORIGIN, type FaultSetup } from '@authwright/test-kit/fault-matrix/fault-setup'
import type { CrashDatabase } from './crash-database.ts'
import { type Kill, type Processes, type Result, startProcesses } from './crash-process.ts'
import { recordKills } from './crash-record.ts'

/** A database, and the calls at which processes are killed. */
export interface Subject {
  readonly name: string
  readonly open: () => Promise<CrashDatabase>
  readonly killsAt: (call: string) => boolean
}

interface CrashSetup {
  readonly place: CrashDatabase
  readonly processes: Processes
  readonly issuer: string
}

class Killed extends Error {}

interface WatchedSetup {
  readonly setup: FaultSetup
  /** Counts the calls of the next request, and kills the process at one of them. */
  readonly watch: (kill?: Kill) => void
  readonly calls: () => readonly string[]
}

/**
 * Sets up an application whose processes handle the tested request and all later ones. This process handles the earlier
 * requests, because it has compiled everything.
 */
const watchedSetup = (
  { place, processes, issuer }: CrashSetup,
  strategy: Flow['strategy'],
  hasPasskeys: boolean,
): WatchedSetup => {
  const setup = setUpFaults(place.adapter, issuer, strategy, hasPasskeys ? passkeyConfig : {})
  let begun = false
  let watching: { readonly kill: Kill | undefined } | undefined
  let calls: readonly string[] = []
  const toResponse = (result: Result): Response => {
    setup.links.push(...result.links)
    setup.codes.push(...result.codes)
    setup.errors.push(...result.errors.map((type) => Object.assign(new Error(type), { type })))
    if (result.calls.length > 0) ({ calls } = result)
    const headers = result.headers.map(([name, value]): [string, string] => [name, value])
    return new Response(result.body === '' ? null : result.body, { status: result.status, headers })
  }
  const handler = async (request: Request): Promise<Response> => {
    setup.time.forward(1000)
    if (!begun) return setup.auth.handle(request)
    const body = await request.text()
    const order = {
      request: {
        url: request.url,
        method: request.method,
        headers: [...request.headers],
        ...(body === '' ? {} : { body }),
      },
      strategy,
      hasPasskeys,
      now: setup.time.now(),
      userId: setup.credentials.userId,
      isWatched: watching !== undefined,
      kill: watching?.kill,
    }
    watching = undefined
    const result = await processes.send(order)
    if (typeof result === 'object' && result !== null) return toResponse(result)
    throw new Killed(String(result))
  }
  return {
    setup: { ...setup, open: () => openBrowser({ handler, origin: ORIGIN, now: setup.time.now }) },
    watch: (kill) => {
      begun = true
      watching = { kill }
    },
    calls: () => calls,
  }
}

/** Kills the process at one call of a flow, repeats the flow, and returns what is wrong. */
const killAt = async (
  crashSetup: CrashSetup,
  flow: Flow,
  hasPasskeys: boolean,
  kill: Kill,
): Promise<readonly string[]> => {
  const { setup, watch } = watchedSetup(crashSetup, flow.strategy, hasPasskeys)
  const trial = await flow.prepare(setup)
  watch(kill)
  const outcome = await trial.act().then(
    () => 'the process was not killed',
    (error: unknown) => (error instanceof Killed ? error.message : String(error)),
  )
  if (outcome !== 'SIGKILL') return [outcome]
  const fault = kill.when === 'before' ? 'crashes before' : 'crashes after'
  await trial.repeat(true, fault)
  return checkEnd(trial, fault, await crashSetup.place.rows())
}

/** The calls of a flow without a fault. */
const callsOf = async (crashSetup: CrashSetup, flow: Flow, hasPasskeys: boolean): Promise<readonly string[]> => {
  const { setup, watch, calls } = watchedSetup(crashSetup, flow.strategy, hasPasskeys)
  const trial = await flow.prepare(setup)
  watch()
  await trial.act()
  crashSetup.processes.flushCompileCache()
  return calls()
}

const cases = [
  ...faultFlows.map((flow) => ({ name: flow.name, flow, hasPasskeys: false })),
  ...everyPasskeyFlow.map((flow) => ({ name: flow.name, flow, hasPasskeys: true })),
]

/** Kills a process before and after each call of each flow that `killsAt` selects. */
export const crashesOver = ({ name: database, open, killsAt }: Subject): void => {
  describe(`a kill of the process before or after a call, over ${database},`, () => {
    let setup: CrashSetup
    let close: () => Promise<void>
    const counts = { flows: 0, calls: 0, kills: 0 }
    beforeAll(async () => {
      const [place, provider] = await Promise.all([open(), startProvider()])
      const processes = await startProcesses(place.database, provider.origin)
      setup = { place, processes, issuer: provider.origin }
      close = async () => {
        await processes.close()
        await provider.close()
        await place.close()
      }
    })
    afterAll(() => close())

    test.each(cases)('leaves nothing incomplete: $name', { timeout: 300_000 }, async ({ flow, hasPasskeys }) => {
      const calls = await callsOf(setup, flow, hasPasskeys)
      const broken: string[] = []
      for (const [at, call] of [...calls.entries()].filter((entry) => killsAt(entry[1]))) {
        for (const when of ['before', 'after'] as const) {
          const complaints = await killAt(setup, flow, hasPasskeys, { at, when })
          if (complaints.length > 0) broken.push(`${when} ${at + 1} ${call}: ${complaints.join('; ')}`)
          counts.kills += 1
        }
      }
      counts.flows += 1
      counts.calls += calls.length
      expect(broken).toEqual([])
    })

    test('counts are those of the documentation', ({ skip }) => {
      skip(counts.flows < cases.length, 'not all flows were run')
      const { row, lines } = recordKills(database, counts)
      expect(lines, 'docs/understand/reliability.md is out of date: run with AUTHWRIGHT_WRITE_DOCS=1').toContain(row)
    })
  })
}
