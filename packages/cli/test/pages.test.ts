import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { expect, test } from 'vitest'
import { commands } from '../src/commands.ts'
import { commonOptions } from '../src/help.ts'

const root = join(import.meta.dirname, '../../..')
const pages = globSync(
  [
    '*.md',
    'docs/*.md',
    'docs/{start,guides,reference,understand,decisions}/**/*.md',
    '{packages,examples}/*/README.md',
  ],
  { cwd: root },
)

const BLOCK = /^```(\w*)[^\n]*\n([\s\S]*?)^```$/gm

/** The lines of the blocks of commands, and the code within sentences. */
const codeOf = (page: string): readonly string[] => {
  const blocks = [...page.matchAll(BLOCK)].filter(([, language]) => language === '' || language === 'sh')
  const inline = [...page.replaceAll(BLOCK, '').matchAll(/`([^`]+)`/g)]
  return [
    ...blocks.flatMap(([, , block = '']) => block.split('\n')),
    ...inline.map(([, code = '']) => code.replaceAll('\n', ' ')),
  ]
}

/** The arguments of a call of `authwright`, without a comment behind it. */
const argumentsOf = (code: string): string | undefined =>
  /^(?:[A-Z_]+=\S+ )*(?:npx @authwright\/cli|(?:npx )?authwright) ([a-z][^#]*)/.exec(code)?.[1]?.trim()

const shown = pages.flatMap((page) =>
  codeOf(readFileSync(join(root, page), 'utf8')).flatMap((code) => argumentsOf(code) ?? []),
)

test('the pages show commands', () => {
  expect(shown.length).toBeGreaterThan(30)
})

test.each([...new Set(shown)])('the pages show a command that exists: authwright %s', async (line) => {
  const [name = '', ...args] = line.split(/\s+/)
  const { command } = (await commands.get(name)?.load()) ?? {}
  expect(command, `${name} is not a command`).toBeDefined()
  const end = args.includes('--') ? args.indexOf('--') : args.length
  const options = { ...command?.options, ...commonOptions }
  expect(() => parseArgs({ args: args.slice(0, end), allowPositionals: true, options })).not.toThrow()
})

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { readonly scripts: object }

test('CONTRIBUTING.md shows scripts of npm that exist', () => {
  const page = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')
  const names = codeOf(page).flatMap((code) => /^npm run ([a-z:-]+)/.exec(code)?.[1] ?? [])
  expect(names.length).toBeGreaterThan(5)
  expect(names.filter((name) => !Object.hasOwn(scripts, name))).toEqual([])
})
