import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { migrations } from '../src/migrate/migrations.ts'

const run = promisify(execFile)
const main = fileURLToPath(new URL('address-child.ts', import.meta.url))

/** Runs a task in processes that start at once, and returns their results. */
export const inProcesses = (count: number, task: 'migrate' | 'cleanup', address: string): Promise<unknown[]> =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const args = ['--conditions', 'authwright-source', main, task, address]
      return JSON.parse((await run(process.execPath, args)).stdout) as unknown
    }),
  )

/** What `count` processes report if one of them has applied all migrations, in the order of `byLength`. */
export const oneApplied = (count: number) => {
  const version = migrations.length
  const late = Array.from({ length: count - 1 }, () => ({ version, applied: [] }))
  return [{ version, applied: migrations.map(({ name }) => name) }, ...late]
}

/** The longest report first. */
export const byLength = (one: unknown, other: unknown): number =>
  JSON.stringify(other).length - JSON.stringify(one).length
