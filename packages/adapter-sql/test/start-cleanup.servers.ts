import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { type SqlAdapter, startCleanup } from '../src/index.ts'
import { nodeMemory, over } from './databases.ts'

describe('cleaning that was started', () => {
  afterEach(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  })

  const HOUR = 3_600_000
  /** Batches end without anybody's clock, so only the waiting is left to it. */
  const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)

  const place = () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: new Date('2030-01-01') })
    const { adapter, database, close } = over(nodeMemory())
    const tokens = () => database.prepare('select count(*) as n from verification_tokens').get()
    const token = (name: string, expires: number) =>
      adapter.createVerificationToken({ identifier: 'a@b.test', token: name, expires: new Date(Date.now() + expires) })
    return { adapter, tokens, token, close }
  }

  test('cleans at once, and again an hour after it was done, until it is stopped', async () => {
    const { adapter, tokens, token, close } = place()
    await token('over', -1)
    await token('soon over', 1000)
    const { stop } = startCleanup(adapter)
    await pass(1000)
    expect(tokens()).toMatchObject({ n: 1 })
    await pass(HOUR - 1001)
    expect(tokens()).toMatchObject({ n: 1 })
    await pass(1)
    expect(tokens()).toMatchObject({ n: 0 })
    await token('over, too', -1)
    await stop()
    expect(vi.getTimerCount()).toBe(0)
    await pass(3 * HOUR)
    expect(tokens()).toMatchObject({ n: 1 })
    close()
  })

  test('tells of a run that failed, and goes on in its time', async () => {
    const { adapter, tokens, token, close } = place()
    await token('over', -1)
    let isGone = true
    const told: unknown[] = []
    const deleteExpired: SqlAdapter['deleteExpired'] = (options) =>
      isGone ? Promise.reject(new Error('the database is gone')) : adapter.deleteExpired(options)
    const { stop } = startCleanup({ deleteExpired }, { every: 60, onError: (error) => void told.push(error) })
    await pass(60_000)
    expect(told).toEqual([new Error('the database is gone'), new Error('the database is gone')])
    isGone = false
    await pass(60_000)
    expect(told).toHaveLength(2)
    expect(tokens()).toMatchObject({ n: 0 })
    await stop()
    close()
  })

  test.each([
    [
      'throws',
      () => {
        throw new Error('the log is gone')
      },
    ],
    ['rejects', () => Promise.reject(new Error('the log is gone'))],
  ])('goes on, and can be stopped, when whom it tells of a failure %s', async (_, onError) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const printed = vi.spyOn(console, 'error').mockReturnValue(undefined)
    const deleteExpired = vi.fn<SqlAdapter['deleteExpired']>(() => Promise.reject(new Error('the database is gone')))
    const { stop } = startCleanup({ deleteExpired }, { every: 60, onError })
    await pass(120_000)
    expect(deleteExpired).toHaveBeenCalledTimes(3)
    expect(printed.mock.calls.slice(0, 2)).toEqual([
      ['expired rows were not removed:', new Error('the database is gone')],
      ['telling so failed:', new Error('the log is gone')],
    ])
    await stop()
    expect(vi.getTimerCount()).toBe(0)
  })

  test('begins no further batch once it is stopped, and the one under way ends before stopping does', async () => {
    const { adapter, tokens, token, close } = place()
    for (let i = 0; i < 10; i += 1) await token(`over ${i}`, -1)
    let finish = (): void => undefined
    const slow = new Promise<void>((resolve) => (finish = resolve))
    const deleteExpired: SqlAdapter['deleteExpired'] = async (options) => {
      await slow
      return adapter.deleteExpired(options)
    }
    const { stop } = startCleanup({ deleteExpired }, { limit: 2 })
    const stopped = stop().then(tokens)
    finish()
    await pass(HOUR)
    expect(await stopped).toMatchObject({ n: 8 })
    expect(tokens()).toMatchObject({ n: 8 })
    close()
  })

  test.each([{ every: 0 }, { every: Number.NaN }, { every: 3_000_000 }, { limit: 0 }, { limit: 1.5 }])(
    'refuses what no cleaning can be done by: %j',
    (options) => {
      const deleteExpired = () => Promise.resolve(0)
      expect(() => startCleanup({ deleteExpired }, options)).toThrow(RangeError)
    },
  )

  test('keeps no process alive', async () => {
    const script = `import { startCleanup } from '${new URL('../src/index.ts', import.meta.url).href}'
      startCleanup({ deleteExpired: async () => 0 }, { every: 3600 })`
    const { stderr } = await promisify(execFile)(
      process.execPath,
      ['--conditions', 'authwright-source', '--input-type=module', '-e', script],
      { timeout: 20_000 },
    )
    expect(stderr).toBe('')
  })
})
