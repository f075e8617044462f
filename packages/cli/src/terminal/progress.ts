import type { Terminal } from '../command.ts'

/** Milliseconds after which the user is told what the command waits for, and between two changes of the seconds. */
const SECOND = 1000

/** Milliseconds between two changes of the line, so that a loop may report every file that it reads. */
const PAUSE = 100

/** What the command waits for, without the dots at its end. A function is called whenever the line is shown. */
type Subject = string | (() => string)

/**
 * Does something that may last, and says after one second what the command waits for. On a terminal the line changes in
 * place, counts the seconds and disappears at the end. Without a terminal it is printed once.
 *
 * @example
 * await whileWaiting(terminal, 'Deleting expired rows', (report) =>
 *   adapter.cleanup({ onBatch: (deleted) => report(`Deleting expired rows: ${deleted} so far`) }),
 * )
 */
export const whileWaiting = async <Result>(
  { showStatus, printError }: Pick<Terminal, 'showStatus' | 'printError'>,
  subject: Subject,
  work: (report: (subject: Subject) => void) => Result | PromiseLike<Result>,
): Promise<Result> => {
  const begin = Date.now()
  let current = subject
  let shownAt: number | undefined
  const show = (): void => {
    const now = Date.now()
    const line = `${typeof current === 'string' ? current : current()} …`
    if (showStatus !== undefined) showStatus(`${line} ${Math.floor((now - begin) / SECOND)} s`)
    else if (shownAt === undefined) printError(line)
    shownAt = now
  }
  const timer = setInterval(show, SECOND)
  // Work that waits for nothing must end the process as it would without this line.
  timer.unref()
  // The timer cannot run while the work reads files or calls SQLite: both block the thread. A report can.
  const report = (next: Subject): void => {
    current = next
    const now = Date.now()
    if (now - begin >= SECOND && now - (shownAt ?? 0) >= PAUSE) show()
  }
  try {
    return await work(report)
  } finally {
    clearInterval(timer)
    if (shownAt !== undefined) showStatus?.('')
  }
}
