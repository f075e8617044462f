import { type DatabaseServer, startPostgres } from '@authwright/test-kit/databases'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

/** How many calls of the adapter succeeded, and how many failed. */
export interface Report {
  readonly succeeded: number
  readonly failed: number
}

const script = fileURLToPath(new URL('restart-child.ts', import.meta.url))

let server: DatabaseServer
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server.close())

let child: ChildProcess | undefined
afterEach(() => void child?.kill('SIGKILL'))

/** An empty database that keeps committed rows over a crash, unlike others of the test server. */
const createDatabase = async (): Promise<string> => {
  const url = await server.createDatabase()
  const operator = new pg.Client({ connectionString: url })
  await operator.connect()
  await operator.query(`alter database ${new URL(url).pathname.slice(1)} set synchronous_commit = on`)
  await operator.end()
  return url
}

/** The next message of a process, or its exit code. */
const nextMessage = async (process: ChildProcess): Promise<unknown> => {
  const [first] = (await Promise.race([once(process, 'message'), once(process, 'exit')])) as readonly unknown[]
  return first
}

test.each(['pg', 'postgres'])(
  'a busy process survives a restart of PostgreSQL with %s',
  { timeout: 30_000 },
  async (client) => {
    const options = ['--conditions', 'authwright-source', script, await createDatabase(), client]
    child = spawn(process.execPath, options, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    expect(await nextMessage(child)).toBe('ready')
    await server.crash()
    await server.start()
    child.send('stop')
    const report = await nextMessage(child)
    expect(report).toEqual({ succeeded: expect.any(Number), failed: expect.any(Number) })
    expect((report as Report).failed).toBeGreaterThan(0)
  },
)
