#!/usr/bin/env node
import { createInterface } from 'node:readline/promises'
import { run } from './run.ts'
import { makeStatusLine } from './terminal/status-line.ts'

const INTERRUPTED = 130

const isTerminal = process.stderr.isTTY && process.env['TERM'] !== 'dumb'
const status = makeStatusLine(process.stderr)

const ask = async (question: string): Promise<boolean> => {
  status.clear()
  const prompt = createInterface({ input: process.stdin, output: process.stderr })
  // While it asks, the terminal sends Ctrl-C to the prompt and not to the process.
  prompt.once('SIGINT', () => process.exit(INTERRUPTED))
  const line = await prompt.question(`${question} (y/N) `)
  prompt.close()
  return /^y(?:es)?$/i.test(line.trim())
}

const interrupt = (): void => {
  status.clear()
  process.exit(INTERRUPTED)
}
process.once('SIGINT', interrupt)

/** Also resolves when a parent process with an IPC channel ends. */
const untilStopped = (): Promise<void> =>
  new Promise((resolve) => {
    process.off('SIGINT', interrupt)
    for (const event of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) process.once(event, () => resolve())
  })

// Standard output has what the command prints. What modules of the application print goes to standard error.
const { error: printToError } = console
const log = (...values: readonly unknown[]): void => {
  status.clear()
  printToError(...values)
}
Object.assign(console, { log, info: log, debug: log, warn: log, error: log })

const exitCode = await run(process.argv.slice(2), {
  print: (text) => {
    status.clear()
    process.stdout.write(`${text}\n`)
  },
  printError: (text) => {
    status.clear()
    process.stderr.write(`${text}\n`)
  },
  // Without a terminal nothing is asked.
  ...(process.stdin.isTTY && process.stderr.isTTY ? { ask } : {}),
  ...(isTerminal ? { showStatus: status.show } : {}),
  color: process.stdout.isTTY && !process.env['NO_COLOR'],
  today: new Date(),
  untilStopped,
})
// The application's own code may have left timers and open connections behind. What was printed is written first.
await Promise.all([process.stdout, process.stderr].map((stream) => new Promise((done) => stream.write('', done))))
process.exit(exitCode)
