import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

type Rows = readonly Readonly<Record<string, unknown>>[]

/** Another process that has a SQLite file open. Locks of one process do not hold up another library in it. */
export interface OtherProcess {
  readonly say: (sql: string) => Promise<Rows>
  readonly close: () => Promise<void>
}

const script = fileURLToPath(new URL('other-process-child.ts', import.meta.url))

export const openElsewhere = async (path: string): Promise<OtherProcess> => {
  const child = spawn(process.execPath, [script, path], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  await once(child, 'message')
  return {
    say: async (sql) => {
      const answer = once(child, 'message')
      child.send(sql)
      const [{ rows, error }] = (await answer) as [{ rows?: Rows; error?: string }]
      if (rows === undefined) throw new Error(error)
      return rows
    },
    close: async () => {
      const gone = once(child, 'exit')
      child.disconnect()
      await gone
    },
  }
}
