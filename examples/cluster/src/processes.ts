import { spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A server process. */
export interface ServerProcess {
  readonly pid: number
  /** Ends it, as a deployment does or as the operating system does, and waits until it is gone. */
  readonly end: (signal: 'SIGTERM' | 'SIGKILL') => Promise<void>
}

const script = fileURLToPath(new URL('server.ts', import.meta.url))

/** Starts a server and waits until it listens. It does not outlive this process. */
export const startServer = (environment: Readonly<Record<string, string>>): Promise<ServerProcess> => {
  const cache = join(tmpdir(), 'gatehouse-compile-cache')
  const child = spawn(process.execPath, ['--conditions=gatehouse-source', script], {
    env: { ...process.env, NODE_COMPILE_CACHE: cache, ...environment },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const kill = (): void => void child.kill('SIGKILL')
  process.once('exit', kill)
  const end = async (signal: 'SIGTERM' | 'SIGKILL'): Promise<void> => {
    child.kill(signal)
    await ended
    process.off('exit', kill)
  }
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the server ended with ${code} before it was ready`)))
    child.stdout.once('data', () => resolve({ pid: child.pid ?? 0, end }))
  })
}
