import { spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A server process. */
export interface ServerProcess {
  readonly pid: number
  /** The origin of the process itself, behind the proxy. */
  readonly origin: string
  /** Sends a signal and waits for the exit code, which is `null` for a killed process. */
  readonly end: (signal: 'SIGTERM' | 'SIGKILL') => Promise<number | null>
}

const script = fileURLToPath(new URL('server.ts', import.meta.url))

/** Starts a server on `PORT` and waits until it is ready. It ends with this process. */
export const startServer = (environment: Readonly<Record<string, string>>): Promise<ServerProcess> => {
  const cache = join(tmpdir(), 'authwright-compile-cache')
  const child = spawn(process.execPath, ['--conditions=authwright-source', script], {
    env: { ...process.env, NODE_COMPILE_CACHE: cache, ...environment },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const origin = `http://127.0.0.1:${environment['PORT']}`
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const kill = (): void => void child.kill('SIGKILL')
  process.once('exit', kill)
  const end = async (signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> => {
    child.kill(signal)
    const code = await ended
    process.off('exit', kill)
    return code
  }
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`The server exited with code ${code} before it was ready`)))
    child.stdout.once('data', () => resolve({ pid: child.pid ?? 0, origin, end }))
  })
}
