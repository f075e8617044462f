import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { promisify } from 'node:util'

/** A server process. */
export interface Child {
  /** Sends a signal and waits until the process has ended. */
  readonly end: (signal: NodeJS.Signals) => Promise<void>
}

const execute = promisify(execFile)

/** Runs a program. Returns its output. Throws when it fails. */
export const runProgram = async (program: string, args: readonly string[]): Promise<string> =>
  (await execute(program, [...args])).stdout

const untilReady = (child: ChildProcess, isReady: RegExp): Promise<void> =>
  new Promise((resolve, reject) => {
    let output = ''
    const listen = (chunk: unknown): void => {
      output += String(chunk)
      if (isReady.test(output)) resolve()
    }
    child.stdout?.on('data', listen)
    child.stderr?.on('data', listen)
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`the server ended with ${code} before it was ready:\n${output}`)))
  })

/** Starts a server and waits until its output shows that it is ready. The server ends with this process. */
export const startChild = async (program: string, args: readonly string[], isReady: RegExp): Promise<Child> => {
  const child = spawn(program, [...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const kill = (): void => void child.kill('SIGKILL')
  process.once('exit', kill)
  try {
    await untilReady(child, isReady)
  } catch (error) {
    process.off('exit', kill)
    throw error
  }
  return {
    end: async (signal) => {
      child.kill(signal)
      await ended
      process.off('exit', kill)
    },
  }
}
