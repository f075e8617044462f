import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { promisify } from 'node:util'

/** A server process. */
export interface Child {
  /** Sends a signal, and waits for the end. */
  readonly end: (signal: NodeJS.Signals) => Promise<void>
}

const execute = promisify(execFile)

/** Runs a program to its end and answers what it printed. Throws when it fails. */
export const runProgram = async (program: string, args: readonly string[]): Promise<string> =>
  (await execute(program, [...args])).stdout

const untilReady = (child: ChildProcess, isReady: RegExp): Promise<void> =>
  new Promise((resolve, reject) => {
    let said = ''
    const hear = (chunk: unknown): void => {
      said += String(chunk)
      if (isReady.test(said)) resolve()
    }
    child.stdout?.on('data', hear)
    child.stderr?.on('data', hear)
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`the server ended with ${code} before it was ready:\n${said}`)))
  })

/** Starts a server and waits until it says that it is ready. It does not outlive this process. */
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
