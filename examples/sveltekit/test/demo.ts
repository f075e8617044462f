import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@authwright/testing/local-server'

/** The URLs of a running demo. */
export interface Urls {
  readonly site: string
  readonly mailbox: string
  readonly issuer: string
}

/** The demo as `npm start` runs it: the application, the OpenID Provider and the mailbox, each in its own process. */
export interface Demo {
  readonly urls: Urls
  readonly pid: number
  /** Stops the demo like Ctrl-C. Returns the exit code. */
  stop(): Promise<number | null>
}

/** Collects the output of the demo. */
const collectOutput = (child: ChildProcess): (() => string) => {
  let output = ''
  child.stdout?.on('data', (chunk) => (output += String(chunk)))
  child.stderr?.on('data', (chunk) => (output += String(chunk)))
  return () => output
}

const script = join(import.meta.dirname, '..', 'serve.mjs')

/** Runs `serve.mjs` with these variables. */
export const runDemo = async (environment: Record<string, string>) => {
  const ports: Record<string, string> = {}
  for (const name of ['PROVIDER_PORT', 'MAILBOX_PORT', 'SMTP_PORT', 'EMULATOR_PORT'])
    ports[name] = String(await freePort())
  const child = fork(script, {
    env: { ...process.env, ...ports, ...environment },
    execArgv: [],
    silent: true,
  })
  const output = collectOutput(child)
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const ready = new Promise<Urls>((resolve) => child.once('message', (urls) => resolve(urls as Urls)))
  return { child, output, ended, ready }
}

/** Starts the demo on free ports and waits until it is ready. */
export const startDemo = async (dataDirectory: string, port?: number): Promise<Demo> => {
  const environment = { DATA_DIR: dataDirectory, PORT: String(port ?? (await freePort())) }
  const { child, output, ended, ready } = await runDemo(environment)
  const urls = await Promise.race([
    ready,
    ended.then((code) => Promise.reject(new Error(`The demo ended with ${code}:\n${output()}`))),
  ])
  const stop = () => {
    child.kill('SIGINT')
    return ended
  }
  return { urls, pid: child.pid ?? 0, stop }
}

/** Creates a temporary folder for the data of the demo. */
export const makeDataDirectory = async () => {
  const path = await mkdtemp(join(tmpdir(), 'authwright-demo-'))
  return { path, remove: () => rm(path, { recursive: true, force: true }) }
}
