import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { existsSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ApplicationOptions, RunningApplication, Subject } from '@authwright/testing/frameworks'
import { build } from 'esbuild'
import type { Machine } from './executables.ts'
import type { Order, Report } from './serve-subjects.ts'

// Some frameworks are in CommonJS.
const banner = { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url)" }

/** Bundles a program with its dependencies, like a deployment. Modules of Node stay external. */
export const bundleProgram = async (source: string, target: 'process' | 'worker' = 'process'): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'authwright-runtimes-'))
  await build({
    entryPoints: { program: source },
    bundle: true,
    format: 'esm',
    platform: 'node',
    mainFields: ['module', 'main'],
    conditions: ['authwright-source', ...(target === 'worker' ? ['workerd', 'worker'] : [])],
    external: ['nodemailer'],
    ...(target === 'worker' ? {} : { banner }),
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    logLevel: 'silent',
  })
  return folder
}

/** A process that serves subjects in a runtime. */
export interface RuntimeProcess {
  readonly start: (subject: string, options: ApplicationOptions) => Promise<RunningApplication>
  readonly close: () => Promise<void>
}

const linesOf = (file: string): readonly string[] =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
    : []

/** Starts the program of a folder, which calls `serveSubjects`. */
export const startProcess = ({ name, command, args }: Machine, folder: string): RuntimeProcess => {
  if (command === undefined) throw new Error(`${name} is not installed`)
  const env = { HOME: folder, TMPDIR: folder, DENO_NO_UPDATE_CHECK: '1', NO_COLOR: '1' }
  const child = spawn(command, args, { cwd: folder, env, stdio: ['pipe', 'pipe', 'pipe'] })
  const waiting = new Map<number, { resolve: (report: Report) => void; reject: (error: Error) => void }>()
  let errors = ''
  const endError = (): Error => new Error(`${name} has ended:\n${errors}`)
  child.stderr.on('data', (chunk) => (errors += String(chunk)))
  // The callback of each write gets this error too.
  child.stdin.on('error', () => undefined)
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => {
      for (const { reject } of waiting.values()) reject(endError())
      resolve()
    })
  })
  createInterface({ input: child.stdout }).on('line', (line) => {
    const report = JSON.parse(line) as Report
    const { resolve, reject } = waiting.get(report.id) ?? {}
    waiting.delete(report.id)
    if (report.error === undefined) resolve?.(report)
    else reject?.(new Error(report.error))
  })
  const send = (order: Order): Promise<Report> =>
    new Promise((resolve, reject) => {
      waiting.set(order.id, { resolve, reject })
      child.stdin.write(`${JSON.stringify(order)}\n`, (error) => {
        if (error) void ended.then(() => reject(endError()))
      })
    })
  let last = 0
  return {
    start: async (subject, options) => {
      const id = (last += 1)
      const logFile = join(folder, `${name}-${id}.log`)
      const { origin = '', isHttp2 = false } = await send({ id, subject, options: { ...options, logFile } })
      return { origin, isHttp2, logs: () => linesOf(logFile), stop: () => send({ id }) }
    },
    close: async () => {
      child.kill()
      await ended
    },
  }
}

/** The text of the program of a folder. */
export const programOf = (folder: string): Promise<string> => readFile(join(folder, 'program.mjs'), 'utf8')

export const removeProgram = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true })

/** A subject whose applications run in another process. `refuses` has the checks that the runtime makes impossible. */
export const subjectIn = (
  subject: Subject,
  machine: Machine,
  running: () => RuntimeProcess,
  refuses: Subject['refuses'] = {},
): Subject => ({
  ...subject,
  name: `${subject.name} on ${machine.name}`,
  // The checks in a browser run with the servers of the tests' own process.
  has: new Set([...subject.has].filter((feature) => feature !== 'browser')),
  refuses: { ...subject.refuses, ...refuses },
  start: (options) => running().start(subject.name, options),
})
