import { createAuth, defaultRuntime } from '@authwright/core'
import { errorInfo } from '@authwright/core/errors'
import { expect, test } from 'vitest'
import { readErrorPages } from '../scripts/error-pages.ts'
import { errorPages } from '../src/explain/error-pages.ts'
import { authwright, writeFolder } from './support/command-line.ts'

test('src/explain/error-pages.ts has the pages of errors and the sections of warnings: node packages/cli/scripts/error-pages.ts', () => {
  expect(errorPages).toEqual(readErrorPages())
})

test('explains an error type by its page, whatever its case', async () => {
  const { fix } = errorInfo(new Error('unknown'))
  const { code, output } = await authwright(['explain', 'configuration'])
  expect([code, output]).toEqual([0, expect.stringContaining(fix)])
  expect((await authwright(['explain', '[auth][error] MissingSecret'.slice(14)])).output).toMatch(
    /^MissingSecret\n\nSet /,
  )
  expect(JSON.parse((await authwright(['explain', 'AccessDenied', '--json'])).output)).toMatchObject({
    ok: true,
    code: 'AccessDenied',
  })
})

test('prints the addresses of pages, because the user does not have the repository', async () => {
  const { output } = await authwright(['explain', 'AccessDenied'])
  expect(output).toContain('(https://github.com/authwright/authwright/blob/main/docs/guides/callbacks.md)')
  expect(JSON.stringify(errorPages)).not.toMatch(/\((?:docs|\.\.|guides)\//)
})

test('explains a warning by its code', async () => {
  expect((await authwright(['explain', 'unknown-option'])).output).toMatch(
    /^unknown-option\n\nThe config has an option/,
  )
})

test('explains a check of doctor', async () => {
  expect((await authwright(['explain', 'secret.missing'])).output).toMatch(/^secret\.missing\n[\s\S]+fix {3}npx/)
})

/** The log of two requests that failed, and their references. */
const makeLog = async () => {
  const lines: string[] = []
  const runtime = {
    ...defaultRuntime,
    console: { error: (line: unknown) => void lines.push(String(line)), warn: () => undefined, debug: () => undefined },
  }
  const broken = { getUser: () => Promise.reject(new Error('connect ECONNREFUSED')) }
  const shared = { origin: 'https://app.example.com', providers: [] }
  const secret = 'k3Vq8ZxW1uTn5RbY7mLd2HsGfJc9Pa4EoQ6iUtXw'
  for (const config of [
    { ...shared, secret: 'short' },
    { ...shared, secret, adapter: broken, pages: { signIn: '/auth/error' } },
  ])
    await createAuth(config, runtime).handle(new Request('https://app.example.com/auth/session'))
  const log = `started\n${lines.join('\n')}\nstopped\n`
  return { log, references: [...log.matchAll(/"reference":"(\w{8})"/g)].map(([, reference = '']) => reference) }
}

test('finds the record of a reference in a log, and explains its type', async () => {
  const { log, references } = await makeLog()
  const folder = writeFolder({ 'server.log': log })
  const explain = (reference: string) => authwright(['explain', reference, '--log', 'server.log', '--cwd', folder])
  const [first = '', second = ''] = references
  expect((await explain(first)).output).toMatch(
    /^\S+Z \[auth\]\[error\] WeakSecret: .*\n\[fix\] .*\n\[docs\] .*\n\nWeakSecret\n\n/,
  )
  const { output } = await explain(second)
  expect(output).toMatch(/^\S+Z \[auth\]\[error\] InvalidConfig: [\s\S]*\n\nInvalidConfig\n\n/)
  expect(output).not.toContain('short')
  const { code, messages } = await explain('00000000')
  expect(code).toBe(1)
  expect(messages).toMatch(
    /^authwright: server\.log has no record with the reference 00000000\. Compare it with the page/,
  )
  expect(messages).toContain('docs/guides/troubleshooting.md')
})

test.each([
  [['explain'], 2, 'explain takes one reference'],
  [
    ['explain', 'ABCD1234'],
    2,
    'ABCD1234 is a reference. The log of the server has the error: --log <file>. Name the file',
  ],
  [['explain', 'ABCD1234', '--log', 'missing.log'], 4, /--log: missing\.log does not exist in \/.*\. Name the file/],
  [['explain', 'ABCD1234', '--log', '.'], 4, '--log: . cannot be read. Name the file'],
])('%j ends with %d, and says what to do', async (args, code, message) => {
  expect(await authwright(args)).toMatchObject({ code, messages: expect.stringMatching(message) })
})
