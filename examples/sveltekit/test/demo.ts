import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Where the running demo is found. */
export interface Urls {
  readonly site: string
  readonly mailbox: string
  readonly issuer: string
}

/** The whole demo, as `npm start` runs it: the site, the OpenID Provider and the mailbox, each a process of its own. */
export interface Demo {
  readonly urls: Urls
  readonly pid: number
  /** Ends it as Ctrl-C would; the answer is its exit code. */
  stop(): Promise<number | null>
}

/** What the demo printed, for the message of a test that fails. */
const listenTo = (child: ChildProcess): (() => string) => {
  let said = ''
  child.stdout?.on('data', (chunk) => (said += String(chunk)))
  child.stderr?.on('data', (chunk) => (said += String(chunk)))
  return () => said
}

const script = join(import.meta.dirname, '..', 'serve.mjs')

/** Runs `serve.mjs` with another environment. */
export const runDemo = (environment: Record<string, string>) => {
  const child = fork(script, {
    env: { ...process.env, PROVIDER_PORT: '0', MAILBOX_PORT: '0', SMTP_PORT: '0', EMULATOR_PORT: '0', ...environment },
    execArgv: [],
    silent: true,
  })
  const said = listenTo(child)
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const ready = new Promise<Urls>((resolve) => child.once('message', (urls) => resolve(urls as Urls)))
  return { child, said, ended, ready }
}

/** Starts the demo on free ports and waits until all of it is up. */
export const startDemo = async (dataDirectory: string, port = 0): Promise<Demo> => {
  const { child, said, ended, ready } = runDemo({ DATA_DIR: dataDirectory, PORT: String(port) })
  const urls = await Promise.race([
    ready,
    ended.then((code) => Promise.reject(new Error(`The demo ended with ${code}:\n${said()}`))),
  ])
  const stop = () => {
    child.kill('SIGINT')
    return ended
  }
  return { urls, pid: child.pid ?? 0, stop }
}

/** A directory for the demo's data that is gone afterwards. */
export const makeDataDirectory = async () => {
  const path = await mkdtemp(join(tmpdir(), 'authwright-demo-'))
  return { path, remove: () => rm(path, { recursive: true, force: true }) }
}
