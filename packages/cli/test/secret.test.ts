import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { expect, test, describe } from 'vitest'
import { authwright, readFolder, writeFolder } from './support/command-line.ts'

const secret = (folder: string, ...args: readonly string[]) => authwright(['secret', '--cwd', folder, ...args])

const git = (folder: string, ...args: readonly string[]): string =>
  execFileSync('git', args, { cwd: folder, encoding: 'utf8' })

test('prints a new secret of 33 bytes each time', async () => {
  const [first, second] = await Promise.all([authwright(['secret', '--raw']), authwright(['secret', '--raw'])])
  expect(first.output).toMatch(/^[\w+/]{44}$/)
  expect(first.output).not.toBe(second.output)
  expect((await authwright(['secret'])).output).toMatch(/^AUTH_SECRET="[\w+/]{44}"$/)
  expect((await authwright(['secret', '--name', 'AUTH_ACCOUNT_TOKENS_SECRET'])).output).toMatch(/^AUTH_ACCOUNT_TOKENS/)
  expect(JSON.parse((await authwright(['secret', '--json'])).output)).toMatchObject({ ok: true, name: 'AUTH_SECRET' })
})

describe('--write', () => {
  test.each([
    ['', /^AUTH_SECRET="[^"]{44}"\n$/],
    ['A=1', /^A=1\nAUTH_SECRET="[^"]{44}"\n$/],
    ['A=1\r\n# note\r\n', /^A=1\r\n# note\r\nAUTH_SECRET="[^"]{44}"\r\n$/],
    ['A=1\nexport AUTH_SECRET= # fill in\nB=2', /^A=1\nexport AUTH_SECRET= ?"[^"]{44}" ?# fill in\nB=2$/],
    ["AUTH_SECRET=''\nAUTH_SECRET_1=x", /^AUTH_SECRET="[^"]{44}"\nAUTH_SECRET_1=x$/],
    ['# AUTH_SECRET=old\nMY_AUTH_SECRET=1\n', /^# AUTH_SECRET=old\nMY_AUTH_SECRET=1\nAUTH_SECRET="[^"]{44}"\n$/],
  ])('adds the secret to the file %j', async (before, after) => {
    const folder = writeFolder({ '.env': before })
    expect(await secret(folder, '--write')).toMatchObject({ code: 0, output: '' })
    expect(readFolder(folder)['.env']).toMatch(after)
  })

  test('leaves every other byte, also those that are not UTF-8', async () => {
    const folder = writeFolder({})
    const before = Buffer.from([0x41, 0x3d, 0xff, 0xfe, 0xc3, 0x0d, 0x0a, 0x00, 0x0a])
    writeFileSync(join(folder, 'local.env'), before)
    await secret(folder, '--write', 'local.env')
    expect(readFileSync(join(folder, 'local.env')).subarray(0, before.length)).toEqual(before)
  })

  test('does not replace a secret, and does not print it', async () => {
    const folder = writeFolder({ '.env': 'AUTH_SECRET=canary\n' })
    const result = await secret(folder, '--write')
    expect(result).toMatchObject({ code: 1, messages: expect.stringContaining('--rotate') })
    expect(JSON.stringify(result)).not.toContain('canary')
    expect(readFolder(folder)).toEqual({ '.env': 'AUTH_SECRET=canary\n' })
  })

  test('refuses a file that git tracks, and warns about one that git does not ignore', async () => {
    const folder = writeFolder({ '.env': 'A=1\n' })
    git(folder, 'init', '--quiet')
    git(folder, 'add', '.env')
    expect(await secret(folder, '--write')).toMatchObject({ code: 1, messages: expect.stringContaining('git tracks') })
    expect(readFolder(folder)['.env']).toBe('A=1\n')
    expect((await secret(folder, '--write', 'b.env')).messages).toContain('does not ignore b.env')
    writeFileSync(join(folder, '.gitignore'), '*.env\n')
    expect((await secret(folder, '--write', 'c.env')).messages).not.toContain('ignore')
  })

  test('ends with 4 if the file cannot be written', async () => {
    expect(await secret(writeFolder({}), '--write', 'missing/.env')).toMatchObject({ code: 4 })
  })
})

describe('--rotate', () => {
  test('prints the three deployments without the present secret', async () => {
    const { output } = await authwright(['secret', '--rotate'])
    expect(output.match(/^# \d\./gm)).toEqual(['# 1.', '# 2.', '# 3.'])
  })

  test('makes one step at a time: all open both secrets, then the new one seals, then the old one goes', async () => {
    const folder = writeFolder({ '.env': 'A=1\nAUTH_SECRET=old\n' })
    const step = async () => {
      const { code } = await secret(folder, '--rotate', '--write')
      expect(code).toBe(0)
      return parseEnv(readFolder(folder)['.env'] ?? '')
    }
    const first = await step()
    expect(first).toEqual({ A: '1', AUTH_SECRET_1: 'old', AUTH_SECRET: expect.stringMatching(/^.{44}$/) })
    const { AUTH_SECRET: next } = first
    expect(await step()).toEqual({ A: '1', AUTH_SECRET_1: 'old', AUTH_SECRET_2: next })
    expect(await step()).toEqual({ A: '1', AUTH_SECRET: next })
  })

  test('does not change a file without a secret, or with other numbers', async () => {
    for (const text of ['A=1\n', 'AUTH_SECRET_3=a\nAUTH_SECRET=b\n']) {
      const folder = writeFolder({ '.env': text })
      expect(await secret(folder, '--rotate', '--write')).toMatchObject({ code: 1 })
      expect(readFolder(folder)).toEqual({ '.env': text })
    }
  })
})

test.each([
  [['file'], '--write'],
  [['--write', 'a', 'b'], '--write'],
  [['--name', 'A B'], '--name'],
])('%j is wrong usage', async (args, message) => {
  expect(await authwright(['secret', ...args])).toMatchObject({ code: 2, messages: expect.stringContaining(message) })
})
