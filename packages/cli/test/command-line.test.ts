import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { commands } from '../src/commands.ts'
import { authwright, readFolder, writeFolder } from './support/command-line.ts'

const main = join(import.meta.dirname, '../src/main.ts')
const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')) as {
  readonly version: string
}

test.each([[], ['--help'], ['-h'], ['help']])('authwright %s lists the commands', async (...args) => {
  const { code, output } = await authwright(args)
  expect(code).toBe(0)
  for (const [name, { summary }] of commands) expect(output).toMatch(new RegExp(`^  ${name} +${summary}$`, 'm'))
})

test('authwright help <command> describes the command', async () => {
  const { output } = await authwright(['doctor', '--help'])
  expect(await authwright(['help', 'doctor'])).toMatchObject({ code: 0, output, messages: '' })
  expect(await authwright(['help', 'docter'])).toMatchObject({
    code: 2,
    messages: expect.stringContaining('Did you mean doctor?'),
  })
})

test('the list of the commands names all services of dev', async () => {
  const { output } = await authwright([])
  expect(output).toMatch(/^ {2}dev +.*providers.*mailbox.*inspector/m)
})

describe.each([...commands.keys()])('authwright %s', (name) => {
  test('has a help text with every option', async () => {
    const { command } = (await commands.get(name)?.load()) ?? { command: undefined }
    const { code, output } = await authwright([name, '--help'])
    expect(code).toBe(0)
    expect(output.split('\n', 1)[0]).toBe(`authwright ${name} ${command?.usage}`.trimEnd())
    for (const option of [...Object.keys(command?.options ?? {}), 'cwd', 'config', 'json', 'yes', 'quiet'])
      expect(output).toMatch(new RegExp(`^  (?:-\\w, )?--${option}\\b`, 'm'))
  })

  test('rejects an unknown option and a folder that does not exist', async () => {
    expect(await authwright([name, '--unheard-of'])).toMatchObject({ code: 2, output: '' })
    expect(await authwright([name, '--cwd', 'missing'])).toMatchObject({ code: 2, output: '' })
  })
})

test('an unknown command is wrong usage', async () => {
  expect(await authwright(['frobnicate'])).toMatchObject({ code: 2, messages: expect.stringContaining('frobnicate') })
  const { code, output } = await authwright(['frobnicate', '--json'])
  expect([code, JSON.parse(output)]).toMatchObject([2, { ok: false, command: 'frobnicate' }])
})

test.each([
  [['docter'], 'unknown command docter. Did you mean doctor? authwright --help lists all'],
  [['Init'], 'Did you mean init?'],
  [['frobnicate'], 'unknown command frobnicate. authwright --help lists all'],
  [['doctor', '--onlly'], 'unknown option --onlly. Did you mean --only? authwright doctor --help lists all'],
  [['doctor', '--prodution=1'], 'unknown option --prodution. Did you mean --production?'],
  [['init', '-z'], 'unknown option -z. authwright init --help lists all'],
  [['doctor', '--only', 'secret.mising'], 'Did you mean secret.missing?'],
  [['explain', 'MissingSecert'], 'Did you mean MissingSecret?'],
  [['explain', 'missingsecreterror'], 'Did you mean MissingSecret?'],
  [['explain', 'unknown-options'], 'Did you mean unknown-option?'],
  [
    ['explain', 'Nonsense'],
    'nor a reference. https://github.com/authwright/authwright/blob/main/docs/reference/errors.md',
  ],
  [['dev', 'emulater'], 'Did you mean emulator?'],
  [['init', 'svelte'], 'svelte is not known. Did you mean sveltekit?'],
])('authwright %j names what was probably meant', async (args, message) => {
  expect(await authwright(args)).toMatchObject({ code: 2, output: '', messages: expect.stringContaining(message) })
})

test('--version prints the version', async () => {
  expect(await authwright(['--version'])).toMatchObject({ code: 0, output: version })
})

test('the program ends with the exit code, and separates the result from messages', () => {
  const folder = writeFolder({})
  const start = (...args: readonly string[]) =>
    spawnSync(process.execPath, ['--conditions=authwright-source', main, ...args], { cwd: folder, encoding: 'utf8' })
  expect(start('secret', '--raw')).toMatchObject({ status: 0, stderr: '' })
  expect(start('secret', 'too', 'many')).toMatchObject({ status: 2, stdout: '' })
  expect(start('secret', '--write').stdout).toBe('')
  expect(start('secret', '--write', 'other.env', '--quiet')).toMatchObject({ status: 0, stdout: '', stderr: '' })
})

test('an interrupted command ends with 130', async () => {
  const wait = "process.stderr.write('loaded'); await new Promise((resolve) => setTimeout(resolve, 100_000))"
  const folder = writeFolder({ 'auth.mjs': `${wait}\nexport const config = { providers: [] }` })
  const child = spawn(process.execPath, [
    '--conditions=authwright-source',
    main,
    'providers',
    '--quiet',
    '--cwd',
    folder,
  ])
  const [chunk] = (await once(child.stderr, 'data')) as [Buffer]
  expect(String(chunk)).toBe('loaded')
  child.kill('SIGINT')
  expect(await once(child, 'exit')).toEqual([130, null])
})

test.each(['migrate', 'cleanup'])(
  '%s refuses the address of another database, and prints no password',
  async (name) => {
    const folder = writeFolder({})
    const address = 'postgress://app:canary@db.example/app'
    const { code, messages } = await authwright([name, address, '--cwd', folder])
    expect([code, messages]).toEqual([2, expect.stringContaining('the address begins with postgress://, and may be')])
    expect(messages).not.toContain('canary')
    expect(readFolder(folder)).toEqual({})
  },
)
