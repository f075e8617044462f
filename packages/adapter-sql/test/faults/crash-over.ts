import { openBrowser } from '@authwright/testing'
import type { Flow } from '@authwright/test-kit/fault-matrix'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { everyPasskeyFlow } from '@authwright/test-kit/fault-matrix/every-flow'
import { passkeyConfig } from '@authwright/test-kit/fault-matrix/passkeys/config'
import { judgeEnd } from '@authwright/test-kit/fault-matrix/judge'
import { startProvider } from '@authwright/test-kit/fault-matrix/provider'
import { faultFlows } from '@authwright/test-kit/fault-matrix/count'
import { makeWorld, ORIGIN, type World } from '@authwright/test-kit/fault-matrix/setup'
import type { Place } from './crash-place.ts'
import { type Answer, type Death, type Processes, startProcesses } from './crash-process.ts'
import { recordKills } from './crash-record.ts'

/** A kind of database, and at which calls processes are killed. */
export interface Subject {
  readonly name: string
  readonly open: () => Promise<Place>
  readonly isDeadly: (call: string) => boolean
}

interface Stage {
  readonly place: Place
  readonly processes: Processes
  readonly issuer: string
}

class Killed extends Error {}

interface Watched {
  readonly world: World
  /** Counts the calls of the next request, and kills the process at one of them. */
  readonly watch: (dies?: Death) => void
  readonly calls: () => readonly string[]
}

/**
 * A world whose request under test, and all that come after it, are answered by processes. What comes before is answered here, where
 * everything is compiled: a process that was just started has only to do what it is killed at.
 */
const worldOver = ({ place, processes, issuer }: Stage, strategy: Flow['strategy'], hasPasskeys: boolean): Watched => {
  const world = makeWorld(place.adapter, issuer, strategy, hasPasskeys ? passkeyConfig : {})
  let begun = false
  let watching: { readonly dies: Death | undefined } | undefined
  let calls: readonly string[] = []
  const take = (answer: Answer): Response => {
    world.links.push(...answer.links)
    world.codes.push(...answer.codes)
    world.errors.push(...answer.errors.map((type) => Object.assign(new Error(type), { type })))
    if (answer.calls.length > 0) ({ calls } = answer)
    const headers = answer.headers.map(([name, value]): [string, string] => [name, value])
    return new Response(answer.body === '' ? null : answer.body, { status: answer.status, headers })
  }
  const handler = async (request: Request): Promise<Response> => {
    world.time.forward(1000)
    if (!begun) return world.auth.handle(request)
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
      now: world.time.now(),
      userId: world.credentials.userId,
      isWatched: watching !== undefined,
      dies: watching?.dies,
    }
    watching = undefined
    const answer = await processes.ask(order)
    if (typeof answer === 'object' && answer !== null) return take(answer)
    throw new Killed(String(answer))
  }
  return {
    world: { ...world, open: () => openBrowser({ handler, origin: ORIGIN, now: world.time.now }) },
    watch: (dies) => {
      begun = true
      watching = { dies }
    },
    calls: () => calls,
  }
}

/** What is wrong in the end when the process is killed at one call of a flow. */
const killAt = async (stage: Stage, flow: Flow, hasPasskeys: boolean, dies: Death): Promise<readonly string[]> => {
  const { world, watch } = worldOver(stage, flow.strategy, hasPasskeys)
  const trial = await flow.prepare(world)
  watch(dies)
  const outcome = await trial.act().then(
    () => 'it lived',
    (error: unknown) => (error instanceof Killed ? error.message : String(error)),
  )
  if (outcome !== 'SIGKILL') return [outcome]
  const fault = dies.when === 'before' ? 'crashes before' : 'crashes after'
  await trial.repeat(true, fault)
  return judgeEnd(trial, fault, await stage.place.rows())
}

/** What a flow calls when nothing happens. */
const callsOf = async (stage: Stage, flow: Flow, hasPasskeys: boolean): Promise<readonly string[]> => {
  const { world, watch, calls } = worldOver(stage, flow.strategy, hasPasskeys)
  const trial = await flow.prepare(world)
  watch()
  await trial.act()
  stage.processes.keepWhatWasCompiled()
  return calls()
}

const cases = [
  ...faultFlows.map((flow) => ({ name: flow.name, flow, hasPasskeys: false })),
  ...everyPasskeyFlow.map((flow) => ({ name: flow.name, flow, hasPasskeys: true })),
]

/** Kills a process before and after every such call that every flow makes of a database. */
export const crashesOver = ({ name: database, open, isDeadly }: Subject): void => {
  describe(`a process over ${database} that is killed before or after a call`, () => {
    let stage: Stage
    let close: () => Promise<void>
    const counts = { flows: 0, calls: 0, kills: 0 }
    beforeAll(async () => {
      const [place, provider] = await Promise.all([open(), startProvider()])
      const processes = await startProcesses(place.database, provider.origin)
      stage = { place, processes, issuer: provider.origin }
      close = async () => {
        await processes.close()
        await provider.close()
        await place.close()
      }
    })
    afterAll(() => close())

    test.each(cases)('leaves nothing half done: $name', { timeout: 300_000 }, async ({ flow, hasPasskeys }) => {
      const calls = await callsOf(stage, flow, hasPasskeys)
      const broken: string[] = []
      for (const [at, call] of [...calls.entries()].filter((entry) => isDeadly(entry[1]))) {
        for (const when of ['before', 'after'] as const) {
          const complaints = await killAt(stage, flow, hasPasskeys, { at, when })
          if (complaints.length > 0) broken.push(`${when} ${at + 1} ${call}: ${complaints.join('; ')}`)
          counts.kills += 1
        }
      }
      counts.flows += 1
      counts.calls += calls.length
      expect(broken).toEqual([])
    })

    test('is counted in the documentation', ({ skip }) => {
      skip(counts.flows < cases.length, 'not all flows were run')
      const { row, lines } = recordKills(database, counts)
      expect(lines, 'docs/reliability.md is out of date: run with AUTHWRIGHT_WRITE_DOCS=1').toContain(row)
    })
  })
}
