import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { whileWaiting } from '../../src/terminal/progress.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A terminal, or a pipe without `showStatus`, that keeps what it was told. */
const makeTerminal = (isTerminal: boolean) => {
  const shown: string[] = []
  const printed: string[] = []
  const terminal = {
    printError: (text: string) => void printed.push(text),
    ...(isTerminal ? { showStatus: (line: string) => void shown.push(line) } : {}),
  }
  return { terminal, shown, printed }
}

const lasting = (milliseconds: number) => (): Promise<string> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds, 'done'))

test.each([true, false])('says nothing of what ends within a second, on a terminal: %s', async (isTerminal) => {
  const { terminal, shown, printed } = makeTerminal(isTerminal)
  const result = whileWaiting(terminal, 'Waiting', lasting(999))
  await vi.advanceTimersByTimeAsync(999)
  expect(await result).toBe('done')
  await vi.advanceTimersByTimeAsync(10_000)
  expect([shown, printed]).toEqual([[], []])
})

test('counts the seconds in one line of a terminal, and removes the line at the end', async () => {
  const { terminal, shown, printed } = makeTerminal(true)
  const result = whileWaiting(terminal, 'Waiting for the database', lasting(2_500))
  await vi.advanceTimersByTimeAsync(2_500)
  await result
  expect(shown).toEqual(['Waiting for the database … 1 s', 'Waiting for the database … 2 s', ''])
  expect(printed).toEqual([])
})

test('prints one line without a terminal, however long it lasts', async () => {
  const { terminal, printed } = makeTerminal(false)
  const result = whileWaiting(terminal, 'Waiting for the database', async (report) => {
    await lasting(2_500)()
    report('Deleting')
    await lasting(2_500)()
  })
  await vi.advanceTimersByTimeAsync(5_000)
  await result
  expect(printed).toEqual(['Waiting for the database …'])
})

test('shows what the work reports, and at once if the work blocks the timer', async () => {
  const { terminal, shown } = makeTerminal(true)
  await whileWaiting(terminal, 'Reading', (report) => {
    report('Reading file 1 of 4')
    vi.setSystemTime(Date.now() + 1_000)
    report('Reading file 2 of 4')
    vi.setSystemTime(Date.now() + 99)
    report('Reading file 3 of 4')
    vi.setSystemTime(Date.now() + 1)
    report('Reading file 4 of 4')
  })
  expect(shown).toEqual(['Reading file 2 of 4 … 1 s', 'Reading file 4 of 4 … 1 s', ''])
})

test('asks a function what is waited for each time', async () => {
  const { terminal, shown } = makeTerminal(true)
  const pending = new Set(['first', 'second'])
  const result = whileWaiting(terminal, () => `Waiting for ${[...pending].join(', ')}`, lasting(2_500))
  await vi.advanceTimersByTimeAsync(1_500)
  pending.delete('first')
  await vi.advanceTimersByTimeAsync(1_000)
  await result
  expect(shown).toEqual(['Waiting for first, second … 1 s', 'Waiting for second … 2 s', ''])
})

test('removes the line if the work fails', async () => {
  const { terminal, shown } = makeTerminal(true)
  const failed = whileWaiting(terminal, 'Waiting', async () => {
    await lasting(1_500)()
    throw new Error('down')
  }).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(1_500)
  expect(await failed).toMatchObject({ message: 'down' })
  expect(shown).toEqual(['Waiting … 1 s', ''])
  await vi.advanceTimersByTimeAsync(5_000)
  expect(shown).toHaveLength(2)
})
