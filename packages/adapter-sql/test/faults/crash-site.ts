import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, openBrowser } from '@gatehouse/testing'
import { type IdentityProvider, startIdentityProvider } from '@gatehouse/testing/identity-provider'
import type { Place } from './crash-place.ts'

/** What a process is told. */
export type Order =
  | { readonly does: 'listen' | 'report' }
  /** From now on, counted are the calls of requests to a path; it dies after one of them, or never. */
  | { readonly does: 'watch'; readonly path: string; readonly diesAfter: number }

/** What it answers: its calls of the database as far as they were counted, and the link of the last mail. */
interface Report {
  readonly calls: readonly string[]
  readonly link: string
}

/** Somebody whom the identity provider knows too. */
export interface Person {
  readonly id: string
  readonly name: string
  readonly email: string
}

/** A site whose process is replaced when it has died. */
export interface Site extends Pick<Place, 'count'> {
  readonly open: () => Browser
  readonly newPerson: () => Person
  readonly tell: (order: Order) => Promise<Report>
  /** Waits for the death of the process, answers the signal that ended it, and lets the next one answer. */
  readonly replace: () => Promise<NodeJS.Signals | null>
  readonly close: () => Promise<void>
}

const PEOPLE: readonly Person[] = Array.from({ length: 60 }, (_, i) => {
  const id = `person-${100 + i}`
  return { id, name: id, email: `${id}@example.org` }
})

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })

/** Dozens of processes read the same sources. */
const cache = join(tmpdir(), 'gatehouse-compile-cache')

const script = fileURLToPath(new URL('crash-server.ts', import.meta.url))

const reported = async (child: ChildProcess): Promise<Report> => {
  const [report] = await once(child, 'message')
  return report
}

/** A process that is ready to listen. */
const startProcess = async (port: number, database: string, { issuer }: IdentityProvider): Promise<ChildProcess> => {
  const env = { ...process.env, NODE_COMPILE_CACHE: cache, PORT: String(port), DATABASE: database, ISSUER: issuer }
  const child = spawn(process.execPath, ['--conditions=gatehouse-source', script], {
    env,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  await reported(child)
  return child
}

const ended = async (child: ChildProcess): Promise<NodeJS.Signals | null> => {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return child.signalCode
}

const tell = (child: ChildProcess, order: Order): Promise<Report> => {
  const report = reported(child)
  child.send(order)
  return report
}

/** A browser whose addresses are the site's, wherever it was last. */
const openAt = (origin: string): Browser => {
  const browser = openBrowser({ origin })
  return {
    ...browser,
    get: (url, options) => browser.get(new URL(url, origin), options),
    post: (url, body, options) => browser.post(new URL(url, origin), body, options),
  }
}

/** Starts a site over a database. While one process answers, the next one gets ready. */
export const startSite = async ({ database, count }: Place): Promise<Site> => {
  const port = await freePort()
  const redirectUris = [`http://localhost:${port}/auth/callback/local`]
  const clients = [{ clientId: 'crash', clientSecret: 'crash-secret', redirectUris }]
  const provider = await startIdentityProvider({ clients, people: PEOPLE })
  const start = () => startProcess(port, database, provider)
  const people = PEOPLE.values()
  let current = await start()
  let next = start()
  await tell(current, { does: 'listen' })
  return {
    count,
    open: () => openAt(`http://localhost:${port}`),
    newPerson: () => {
      const { value } = people.next()
      if (value === undefined) throw new Error('there are no more people')
      return value
    },
    tell: (order) => tell(current, order),
    replace: async () => {
      const signal = await ended(current)
      current = await next
      next = start()
      await tell(current, { does: 'listen' })
      return signal
    },
    close: async () => {
      const all = [current, await next]
      for (const child of all) child.kill('SIGTERM')
      await Promise.all(all.map(ended))
      await provider.close()
    },
  }
}
