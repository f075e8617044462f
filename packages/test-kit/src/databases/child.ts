import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { promisify } from 'node:util'

/** A server process. */
export interface Child {
  /** The output that showed that the server is ready. */
  readonly ready: string
  /** Sends a signal and waits until the process has ended. */
  readonly end: (signal: NodeJS.Signals) => Promise<void>
}

const execute = promisify(execFile)

/** Runs a program. Returns its output. Throws when it fails. */
export const runProgram = async (program: string, args: readonly string[]): Promise<string> =>
  (await execute(program, [...args])).stdout

const untilReady = (child: ChildProcess, isReady: RegExp): Promise<string> =>
  new Promise((resolve, reject) => {
    let output = ''
    const listen = (chunk: unknown): void => {
      output += String(chunk)
      const [ready] = isReady.exec(output) ?? []
      if (ready !== undefined) resolve(ready)
    }
    child.stdout?.on('data', listen)
    child.stderr?.on('data', listen)
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`the server ended with ${code} before it was ready:\n${output}`)))
  })

/** Starts a server and waits until its output shows that it is ready. The server ends with this process. */
export const startChild = async (
  program: string,
  args: readonly string[],
  isReady: RegExp,
  env: NodeJS.ProcessEnv = process.env,
): Promise<Child> => {
  const child = spawn(program, [...args], { stdio: ['ignore', 'pipe', 'pipe'], env })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const kill = (): void => void child.kill('SIGKILL')
  process.once('exit', kill)
  const ready = await untilReady(child, isReady).catch((error: unknown) => {
    process.off('exit', kill)
    throw error
  })
  return {
    ready,
    end: async (signal) => {
      child.kill(signal)
      await ended
      process.off('exit', kill)
    },
  }
}
