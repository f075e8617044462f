import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { elsewhere } from './elsewhere.ts'
import { installOfPacked, isInstall, pageCommands, root } from './page-commands.ts'

const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const runs = read('packages/cli/test/docs/commands.servers.ts')

test('the pages show commands', () => {
  expect(pageCommands.length).toBeGreaterThan(150)
})

test('every command of the pages is in commands.servers.ts, or a row of elsewhere.ts says which test stands for it', () => {
  const isCovered = (command: string) =>
    isInstall(command) ||
    command === installOfPacked ||
    runs.includes(command) ||
    elsewhere.some(({ commands }) => commands.test(command))
  const missing = pageCommands.filter(({ command }) => !isCovered(command))
  expect(missing, 'run it in commands.servers.ts, or name the test that stands for it in elsewhere.ts').toEqual([])
})

test.each(elsewhere)(
  'the row $commands is about commands of pages, and names a test',
  ({ commands, file, contains }) => {
    expect(pageCommands.some(({ command }) => commands.test(command))).toBe(true)
    expect(read(file)).toContain(contains)
  },
)

test('the measurements that pages name exist', () => {
  const bench = read('bench/run.mjs')
  const words = pageCommands.flatMap(({ command }) => /^npm run bench -- (.*)$/.exec(command)?.[1]?.split(' ') ?? [])
  expect(words.length).toBeGreaterThan(5)
  const isThere = (word: string) => new RegExp(`^ {2,4}'?${word.replace('--', '')}'?: \\{`, 'm').test(bench)
  expect(words.filter((word) => !isThere(word))).toEqual([])
})
