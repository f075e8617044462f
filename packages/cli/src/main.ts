#!/usr/bin/env node
import { createInterface } from 'node:readline/promises'
import { run } from './run.ts'

const ask = async (question: string): Promise<boolean> => {
  const prompt = createInterface({ input: process.stdin, output: process.stderr })
  const line = await prompt.question(`${question} (y/N) `)
  prompt.close()
  return /^y(?:es)?$/i.test(line.trim())
}

process.exitCode = await run(process.argv.slice(2), {
  print: (text) => void process.stdout.write(`${text}\n`),
  printError: (text) => void process.stderr.write(`${text}\n`),
  // Without a terminal nothing is asked.
  ...(process.stdin.isTTY && process.stderr.isTTY ? { ask } : {}),
  color: process.stdout.isTTY && !process.env['NO_COLOR'],
  today: new Date(),
})
