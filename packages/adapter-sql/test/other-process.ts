import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

type Rows = readonly Readonly<Record<string, unknown>>[]

/** Another process with an open SQLite file. Within one process, a lock does not stop another library. */
export interface OtherProcess {
  readonly execute: (sql: string) => Promise<Rows>
  readonly close: () => Promise<void>
}

const script = fileURLToPath(new URL('other-process-child.ts', import.meta.url))

export const openElsewhere = async (path: string): Promise<OtherProcess> => {
  const child = spawn(process.execPath, [script, path], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  await once(child, 'message')
  return {
    execute: async (sql) => {
      const message = once(child, 'message')
      child.send(sql)
      const [{ rows, error }] = (await message) as [{ rows?: Rows; error?: string }]
      if (rows === undefined) throw new Error(error)
      return rows
    },
    close: async () => {
      const exited = once(child, 'exit')
      child.disconnect()
      await exited
    },
  }
}
