import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, describe } from 'vitest'
import type { Terminal } from '../src/command.ts'
import { authwright, readFolder, writeFolder } from './support/command-line.ts'

const fixtures = join(import.meta.dirname, 'fixtures')
const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')) as {
  readonly version: string
}

/** Runs `authwright migrate-from authjs` in a folder. */
const migrate = (folder: string, args: readonly string[] = ['--yes'], terminal: Partial<Terminal> = {}) =>
  authwright(['migrate-from', 'authjs', '--cwd', folder, ...args], terminal)

interface Report {
  readonly written: boolean
  readonly files: readonly { readonly path: string }[]
  readonly findings: readonly { readonly file: string; readonly line: number; readonly rule: string }[]
}

const readReport = (output: string): Report => JSON.parse(output) as Report

const applications = ['core', 'sveltekit', 'monorepo', 'express', 'hono', 'astro', 'qwik', 'solid-start']

describe.each(applications)('the application %s', (name) => {
  test('is changed, with a list of what the developer has to change', async () => {
    const folder = writeFolder(readFolder(join(fixtures, name, 'before')))
    const { code, output } = await migrate(folder, ['--yes', '--json'])
    const findings = readFileSync(join(fixtures, name, 'findings.txt'), 'utf8')
    expect(code).toBe(findings === '' ? 0 : 1)
    const after = readFolder(join(fixtures, name, 'after'))
    const expected = Object.entries(after).map(([path, text]) => [path, text.replaceAll('^0.1.0', `^${version}`)])
    expect(readFolder(folder)).toStrictEqual(Object.fromEntries(expected))
    const lines = readReport(output).findings.map(({ file, line, rule }) => `${file}:${line} ${rule}\n`)
    expect(lines.join('')).toBe(findings)
  })

  test('is shown as a diff before it is changed', async () => {
    const before = readFolder(join(fixtures, name, 'before'))
    const folder = writeFolder(before)
    const { output } = await migrate(folder, [], { ask: () => Promise.resolve(false) })
    const after = readFolder(join(fixtures, name, 'after'))
    const changed = Object.keys(after).filter((path) => after[path] !== before[path])
    expect([...output.matchAll(/^\+{3} b\/(.*)$/gm)].map(([, path = '']) => path).toSorted()).toStrictEqual(changed)
    expect(readFolder(folder)).toStrictEqual(before)
  })

  test('is not changed by a second run', async () => {
    const folder = writeFolder(readFolder(join(fixtures, name, 'before')))
    await migrate(folder)
    const once = readFolder(folder)
    const { output } = await migrate(folder, ['--yes', '--json'])
    expect(readReport(output)).toMatchObject({ written: false, files: [] })
    expect(readFolder(folder)).toStrictEqual(once)
  })
})

const small = {
  'package.json': '{ "dependencies": { "@auth/core": "^0.41.0" } }\n',
  'auth.ts': "import { raw } from '@auth/core'\nexport { raw }\n",
}

test('shows a unified diff and writes what the user confirms', async () => {
  const folder = writeFolder(small)
  const questions: string[] = []
  const ask = (reply: boolean) => (question: string) => {
    questions.push(question)
    return Promise.resolve(reply)
  }
  const declined = await migrate(folder, [], { ask: ask(false) })
  expect(declined).toMatchObject({ code: 1, messages: '2 files to change, 0 places to change by hand.' })
  expect(declined.output).toContain(
    `--- a/auth.ts\n+++ b/auth.ts\n@@ -1,2 +1,2 @@\n-import { raw } from '@auth/core'\n+import { raw } from '@authwright/core'\n`,
  )
  expect(readFolder(folder)).toStrictEqual(small)
  expect(await migrate(folder, [], { ask: ask(true) })).toMatchObject({ code: 0 })
  expect(questions).toStrictEqual(['Write 2 files?', 'Write 2 files?'])
  expect(readFolder(folder)).toStrictEqual({
    'package.json': `{ "dependencies": { "@authwright/core": "^${version}" } }\n`,
    'auth.ts': "import { raw } from '@authwright/core'\nexport { raw }\n",
  })
})

test('writes nothing with --dry-run, also with --yes', async () => {
  const folder = writeFolder(small)
  for (const args of [['--dry-run'], ['--dry-run', '--yes']]) {
    const { code, output } = await migrate(folder, args)
    expect(code).toBe(0)
    expect(output).toContain('+++ b/auth.ts')
    expect(readFolder(folder)).toStrictEqual(small)
  }
})

test('without a terminal it needs --yes or --dry-run, and says so', async () => {
  const folder = writeFolder(small)
  const { code, messages } = await migrate(folder, [])
  expect(code).toBe(2)
  expect(messages).toContain('--yes')
  const json = await migrate(folder, ['--json'], { ask: () => Promise.resolve(true) })
  expect([json.code, JSON.parse(json.output)]).toMatchObject([2, { ok: false, command: 'migrate-from' }])
  expect(readFolder(folder)).toStrictEqual(small)
})

test('changes only the files at the paths', async () => {
  const folder = writeFolder({ 'a/one.ts': small['auth.ts'], 'b/two.ts': small['auth.ts'] })
  await migrate(folder, ['a', '--yes'])
  expect(readFolder(folder)['a/one.ts']).toContain('@authwright/core')
  expect(readFolder(folder)['b/two.ts']).toBe(small['auth.ts'])
})

test('leaves files that git ignores, and node_modules', async () => {
  const folder = writeFolder({
    '.gitignore': 'generated/\n',
    'auth.ts': small['auth.ts'],
    'generated/auth.ts': small['auth.ts'],
    'node_modules/a/index.js': small['auth.ts'],
  })
  execFileSync('git', ['init', '--quiet'], { cwd: folder })
  await migrate(folder)
  const after = readFolder(folder)
  expect(after['auth.ts']).toContain('@authwright/core')
  expect(after['generated/auth.ts']).toBe(small['auth.ts'])
  expect(after['node_modules/a/index.js']).toBe(small['auth.ts'])
})

test('keeps line ends, and imports fromAuthJs after the first import', async () => {
  const folder = writeFolder({
    'auth.js': `import { Auth } from "@auth/core";\r\nexport const a = (r) => Auth(r, { providers: [] });\r\n`,
  })
  await migrate(folder)
  expect(readFolder(folder)['auth.js']).toBe(
    `import { Auth } from "@authwright/core";\r\nimport { fromAuthJs } from "@authwright/core/compat";\r\nexport const a = (r) => Auth(r, fromAuthJs({ providers: [] }, { until: "2027-01-31" }));\r\n`,
  )
})

test.each([
  [['migrate-from'], 'authjs'],
  [['migrate-from', 'passport'], 'authjs'],
  [['migrate-from', 'authjs', 'missing.ts'], 'missing.ts does not exist'],
  [['migrate-from', 'authjs', '--cwd', 'missing'], '--cwd'],
  [['migrate-from', 'authjs', '--force'], '--force'],
])('%j is wrong usage', async (args, message) => {
  const { code, messages } = await authwright(args)
  expect(code).toBe(2)
  expect(messages).toContain(message)
})
