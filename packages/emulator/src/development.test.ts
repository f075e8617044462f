import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import Credentials from '@authwright/core/providers/credentials'
import GitHub from '@authwright/core/providers/github'
import Google from '@authwright/core/providers/google'
import { emulateInDevelopment } from './development.ts'

const ADDRESS = 'http://127.0.0.1:5183'
const password = Credentials({ credentials: {}, authorize: () => null })
const pageOf = (entry: object): unknown => JSON.parse(JSON.stringify(entry)).options?.authorization?.url

afterEach(() => void vi.unstubAllEnvs())

describe('emulateInDevelopment', () => {
  test('replaces the providers that have a mock, and no other', async () => {
    vi.stubEnv('NODE_ENV', 'development')
    vi.stubEnv('AUTHWRIGHT_EMULATOR', ADDRESS)
    const own = { id: 'own', name: 'Own', type: 'oauth' as const }
    const [github, google, credentials, other] = await emulateInDevelopment([GitHub, Google({}), password, own])
    expect([github, google].map(pageOf)).toEqual([
      `${ADDRESS}/github.com/login/oauth/authorize`,
      expect.stringMatching(/^http:\/\/127\.0\.0\.1:5183\/accounts\.google\.com\//),
    ])
    expect([credentials, other]).toEqual([password, own])
  })

  test.each([
    ['production', ADDRESS],
    ['test', ADDRESS],
    ['development', ''],
  ])('changes nothing with NODE_ENV=%s and AUTHWRIGHT_EMULATOR=%s', async (mode, address) => {
    vi.stubEnv('NODE_ENV', mode)
    vi.stubEnv('AUTHWRIGHT_EMULATOR', address)
    const entries = [GitHub, password] as const
    expect(await emulateInDevelopment(entries)).toEqual([...entries])
  })

  test('refuses an emulator on another machine', async () => {
    vi.stubEnv('NODE_ENV', 'development')
    vi.stubEnv('AUTHWRIGHT_EMULATOR', 'https://emulator.example.com')
    await expect(emulateInDevelopment([GitHub])).rejects.toThrow(RangeError)
  })
})

describe('emulateInDevelopment without authwright dev', () => {
  const KEY = Symbol.for('@authwright/emulator')
  const forget = () => void Reflect.deleteProperty(globalThis, KEY)
  const [info, warn] = [vi.spyOn(console, 'info'), vi.spyOn(console, 'warn')]
  const printed = () => [...info.mock.calls, ...warn.mock.calls].flat()

  beforeEach(() => {
    vi.stubEnv('NODE_ENV', 'development')
    vi.stubEnv('AUTHWRIGHT_EMULATOR', undefined)
    vi.stubEnv('AUTH_URL', undefined)
    for (const spy of [info, warn]) spy.mockReset().mockImplementation(() => {})
    return forget
  })

  /** What the framework does after a change: the modules are evaluated again. */
  const reload = async () => {
    vi.resetModules()
    return import('./development.ts')
  }

  test('runs one emulator, which stays while the framework reloads the code', async () => {
    const [first, other] = await Promise.all([emulateInDevelopment([GitHub]), emulateInDevelopment([Google])])
    const { origin } = new URL(String(pageOf(first[0])))
    expect(String(pageOf(other[0]))).toContain(`${origin}/accounts.google.com/`)
    const reloaded = await reload()
    expect(pageOf((await reloaded.emulateInDevelopment([GitHub]))[0])).toBe(pageOf(first[0]))
    // Some frameworks read the files of variables again, and forget other variables.
    vi.stubEnv('AUTHWRIGHT_EMULATOR', undefined)
    expect(pageOf((await emulateInDevelopment([GitHub]))[0])).toBe(pageOf(first[0]))
    expect((await fetch(origin)).status).toBe(200)
    expect(printed()).toEqual([`The providers are emulated at ${origin}`])
  })

  test.each(['https://app.example.com', 'http://192.168.1.5:3000/auth'])(
    'starts none, and says why once, if AUTH_URL is %s',
    async (url) => {
      vi.stubEnv('AUTH_URL', url)
      expect(await emulateInDevelopment([GitHub])).toEqual([GitHub])
      expect(await (await reload()).emulateInDevelopment([GitHub])).toEqual([GitHub])
      expect(printed()).toEqual([expect.stringContaining(`AUTH_URL is ${new URL(url).origin}, which is not this`)])
    },
  )

  test.each(['http://localhost:3000', 'http://127.0.0.1:3000/auth', 'http://shop.localhost', 'localhost:3000', ''])(
    'starts one if AUTH_URL is %j',
    async (url) => {
      vi.stubEnv('AUTH_URL', url)
      await emulateInDevelopment([GitHub])
      expect(printed()).toEqual([expect.stringMatching(/^The providers are emulated at /)])
    },
  )

  test('starts none outside of development', async () => {
    for (const mode of ['production', 'test', '']) {
      vi.stubEnv('NODE_ENV', mode)
      expect(await emulateInDevelopment([GitHub])).toEqual([GitHub])
    }
    expect(printed()).toEqual([])
  })

  /** Runs code that uses the function in a process of its own, as an application does. */
  const runCode = (code: string) => {
    const env = { ...process.env, NODE_ENV: 'development' }
    const args = ['--conditions=authwright-source', '--input-type=module', '--eval', code]
    return promisify(execFile)(process.execPath, args, { cwd: join(import.meta.dirname, '..'), env, timeout: 50_000 })
  }
  const USE = `const { emulateInDevelopment } = await import('@authwright/emulator/development')
    const [entry] = await emulateInDevelopment([{ id: 'github', type: 'oauth' }])`

  test('does not keep a process from ending', async () => {
    const { stdout } = await runCode(`${USE}; console.log(entry.options.authorization.url)`)
    const [message, url] = stdout.trim().split('\n')
    expect(url).toContain(message?.replace('The providers are emulated at ', ''))
  })

  test('starts none in a worker thread, and uses the one of the process that started the thread', async () => {
    const worker = JSON.stringify(`(async () => { ${USE}; console.log(entry.options?.authorization.url) })()`)
    const startWorker = `const { Worker } = await import('node:worker_threads'); new Worker(${worker}, { eval: true })`
    const alone = await runCode(startWorker)
    expect([alone.stdout, alone.stderr]).toEqual(['undefined\n', expect.stringContaining('in a worker thread, which')])
    const [, url, inWorker] = (
      await runCode(`${USE}; console.log(entry.options.authorization.url); ${startWorker}`)
    ).stdout.split('\n')
    expect(inWorker).toBe(url)
  })

  /** Replaces the errors of `listen` for the ports that are tried, and prints the ports. */
  const failWith = (...codes: readonly (string | undefined)[]) => `
    const { Server } = await import('node:net')
    const { listen } = Server.prototype
    const codes = ${JSON.stringify(codes)}
    Server.prototype.listen = function (port, ...rest) {
      console.log('port', port)
      const code = codes.shift()
      if (!code) return listen.call(this, 0, ...rest)
      queueMicrotask(() => this.emit('error', Object.assign(new Error(code), { code })))
    }`

  test('listens on port 5183, or on a free one if another process has it', async () => {
    const usual = await runCode(`${failWith()}; ${USE}`)
    expect(usual.stdout).toMatch(/^port 5183\nThe providers are emulated at /)
    const busy = await runCode(`${failWith('EADDRINUSE')}; ${USE}`)
    expect(busy.stdout).toMatch(/^port 5183\nport 0\nThe providers are emulated at /)
  })

  test('says why the emulator did not start, and uses the providers themselves', async () => {
    const { stdout, stderr } = await runCode(`${failWith('EACCES')}; ${USE}; console.log(entry.options)`)
    expect([stdout, stderr]).toEqual(['port 5183\nundefined\n', expect.stringContaining('did not start (EACCES). ')])
  })
})
