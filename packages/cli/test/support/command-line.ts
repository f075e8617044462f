import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Terminal } from '../../src/command.ts'
import { run } from '../../src/run.ts'

/** The text files of a folder by path. */
export const readFolder = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    globSync('**/{*,.*}', { cwd: folder, exclude: ['.git'] })
      .filter((path) => statSync(join(folder, path)).isFile() && !path.startsWith('.git/'))
      .toSorted()
      .map((path) => [path, readFileSync(join(folder, path), 'utf8')]),
  )

/** A folder with these files, which is deleted after the test. */
export const writeFolder = (files: Readonly<Record<string, string>>): string => {
  const folder = mkdtempSync(join(tmpdir(), 'authwright-cli-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return folder
}

/** Runs `authwright` in this process, without a terminal, on 1 January 2027. */
export const authwright = async (args: readonly string[], terminal: Partial<Terminal> = {}) => {
  const output: string[] = []
  const messages: string[] = []
  const code = await run(args, {
    print: (text) => void output.push(text),
    printError: (text) => void messages.push(text),
    color: false,
    today: new Date('2027-01-01T12:00:00Z'),
    untilStopped: () => Promise.resolve(),
    ...terminal,
  })
  return { code, output: output.join('\n'), messages: messages.join('\n') }
}
