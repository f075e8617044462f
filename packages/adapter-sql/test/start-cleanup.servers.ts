import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { type SqlAdapter, startCleanup } from '../src/index.ts'
import { nodeMemory, over } from './databases.ts'

type Cleanup = SqlAdapter['cleanup']

describe('startCleanup', () => {
  afterEach(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  })

  const HOUR = 3_600_000
  /** SQLite needs no timer, so only the pauses depend on the fake clock. */
  const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)

  const setup = () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: new Date('2030-01-01') })
    const { adapter, database, close } = over(nodeMemory())
    const countTokens = () => database.prepare('select count(*) as n from verification_tokens').get()
    const createToken = (token: string, expiresIn: number) =>
      adapter.createVerificationToken({ identifier: 'a@b.test', token, expires: new Date(Date.now() + expiresIn) })
    return { adapter, countTokens, createToken, close }
  }

  test('cleans up at once, and again an hour after each run, until it is stopped', async () => {
    const { adapter, countTokens, createToken, close } = setup()
    await createToken('expired', -1)
    await createToken('expires soon', 1000)
    const { stop } = startCleanup(adapter)
    await pass(1000)
    expect(countTokens()).toMatchObject({ n: 1 })
    await pass(HOUR - 1001)
    expect(countTokens()).toMatchObject({ n: 1 })
    await pass(1)
    expect(countTokens()).toMatchObject({ n: 0 })
    await createToken('also expired', -1)
    await stop()
    expect(vi.getTimerCount()).toBe(0)
    await pass(3 * HOUR)
    expect(countTokens()).toMatchObject({ n: 1 })
    close()
  })

  test('reports a failed run, and starts the next run in time', async () => {
    const { adapter, countTokens, createToken, close } = setup()
    await createToken('expired', -1)
    let isDown = true
    const errors: unknown[] = []
    const cleanup: Cleanup = (options) =>
      isDown ? Promise.reject(new Error('the database is down')) : adapter.cleanup(options)
    const { stop } = startCleanup({ cleanup }, { every: 60, onError: (error) => void errors.push(error) })
    await pass(60_000)
    expect(errors).toEqual([new Error('the database is down'), new Error('the database is down')])
    isDown = false
    await pass(60_000)
    expect(errors).toHaveLength(2)
    expect(countTokens()).toMatchObject({ n: 0 })
    await stop()
    close()
  })

  test.each([
    [
      'throws',
      () => {
        throw new Error('the log is down')
      },
    ],
    ['rejects', () => Promise.reject(new Error('the log is down'))],
  ])('continues, and can be stopped, if `onError` %s', async (_, onError) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const printed = vi.spyOn(console, 'error').mockReturnValue(undefined)
    const cleanup = vi.fn<Cleanup>(() => Promise.reject(new Error('the database is down')))
    const { stop } = startCleanup({ cleanup }, { every: 60, onError })
    await pass(120_000)
    expect(cleanup).toHaveBeenCalledTimes(3)
    expect(printed.mock.calls.slice(0, 2)).toEqual([
      [expect.stringMatching(/Z \[auth\]\[error\] expired rows were not deleted:$/), new Error('the database is down')],
      [expect.stringMatching(/Z \[auth\]\[error\] `onError` failed:$/), new Error('the log is down')],
    ])
    await stop()
    expect(vi.getTimerCount()).toBe(0)
  })

  test('finishes the current batch before `stop` resolves, and starts no other', async () => {
    const { adapter, countTokens, createToken, close } = setup()
    for (let i = 0; i < 10; i += 1) await createToken(`expired ${i}`, -1)
    const { stop } = startCleanup(adapter, { batchSize: 2 })
    const countAfterStop = stop().then(countTokens)
    await pass(HOUR)
    expect(await countAfterStop).toMatchObject({ n: 8 })
    expect(countTokens()).toMatchObject({ n: 8 })
    close()
  })

  test.each([{ every: 0 }, { every: Number.NaN }, { every: 3_000_000 }, { batchSize: 0 }, { batchSize: 1.5 }])(
    'throws for options out of range: %j',
    (options) => {
      const cleanup = () => Promise.resolve(0)
      expect(() => startCleanup({ cleanup }, options)).toThrow(RangeError)
    },
  )

  test('does not keep a process alive', async () => {
    const script = `import { startCleanup } from '${new URL('../src/index.ts', import.meta.url).href}'
      startCleanup({ cleanup: async () => 0 }, { every: 3600 })`
    const { stderr } = await promisify(execFile)(
      process.execPath,
      ['--conditions', 'authwright-source', '--input-type=module', '-e', script],
      { timeout: 20_000 },
    )
    expect(stderr).toBe('')
  })
})
