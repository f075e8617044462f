#!/usr/bin/env node
import { createInterface } from 'node:readline/promises'
import { run } from './run.ts'

const INTERRUPTED = 130

const ask = async (question: string): Promise<boolean> => {
  const prompt = createInterface({ input: process.stdin, output: process.stderr })
  // While it asks, the terminal sends Ctrl-C to the prompt and not to the process.
  prompt.once('SIGINT', () => process.exit(INTERRUPTED))
  const line = await prompt.question(`${question} (y/N) `)
  prompt.close()
  return /^y(?:es)?$/i.test(line.trim())
}

const interrupt = (): void => process.exit(INTERRUPTED)
process.once('SIGINT', interrupt)

/** Also resolves when a parent process with an IPC channel ends. */
const untilStopped = (): Promise<void> =>
  new Promise((resolve) => {
    process.off('SIGINT', interrupt)
    for (const event of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) process.once(event, () => resolve())
  })

// Standard output has what the command prints. What modules of the application print goes to standard error.
Object.assign(console, { log: console.error, info: console.error, debug: console.error })

const exitCode = await run(process.argv.slice(2), {
  print: (text) => void process.stdout.write(`${text}\n`),
  printError: (text) => void process.stderr.write(`${text}\n`),
  // Without a terminal nothing is asked.
  ...(process.stdin.isTTY && process.stderr.isTTY ? { ask } : {}),
  color: process.stdout.isTTY && !process.env['NO_COLOR'],
  showsProgress: process.stderr.isTTY,
  today: new Date(),
  untilStopped,
})
// The application's own code may have left timers and open connections behind. What was printed is written first.
await Promise.all([process.stdout, process.stderr].map((stream) => new Promise((done) => stream.write('', done))))
process.exit(exitCode)
