import { spawn, type ChildProcess } from 'node:child_process'
import type { Environment } from '../application/environment.ts'
import { CommandError } from '../command.ts'

/** The application as a process of its own. */
export interface RunningApplication {
  /** Resolves with the exit code when the process ends. */
  readonly ended: Promise<number>
  readonly stop: () => void
}

/** On Windows, npm and other commands of packages are scripts, which only a shell starts. */
const isWindows = process.platform === 'win32'

const waitFor = (child: ChildProcess, name: string): Promise<number> =>
  new Promise((resolve, reject) => {
    child.once('error', (error) => reject(new CommandError(4, `${name} cannot be started`, { cause: error })))
    child.once('exit', (code) => resolve(code ?? 1))
  })

/** Starts the command after `--` in the same terminal, with these variables. */
export const startApplication = (
  [name = '', ...args]: readonly string[],
  cwd: string,
  env: Environment,
): RunningApplication => {
  // In a process group of its own: a script of npm starts a shell, which starts the application. A signal to npm reaches neither.
  const child = spawn(name, args, { cwd, env, stdio: 'inherit', shell: isWindows, detached: !isWindows })
  const stop = (): void => {
    if (isWindows || child.pid === undefined) return void child.kill()
    try {
      process.kill(-child.pid)
    } catch {
      // All have ended.
    }
  }
  return { ended: waitFor(child, name), stop }
}
