/** Which of two flows makes the next call. */
export type Turn = 'a' | 'b'

interface Pending {
  readonly flow: Turn
  readonly isRead: boolean
  readonly go: () => Promise<void>
}

/** Every order in which two flows can make so many calls each. */
export const allOrders = (a: number, b: number): readonly (readonly Turn[])[] => {
  if (a === 0 || b === 0) return [[...Array<Turn>(a).fill('a'), ...Array<Turn>(b).fill('b')]]
  return [
    ...allOrders(a - 1, b).map((rest): Turn[] => ['a', ...rest]),
    ...allOrders(a, b - 1).map((rest): Turn[] => ['b', ...rest]),
  ]
}

/** A step that cannot change what its neighbor reads: both read, or one of them is a turn of a flow that is over. */
const COMMUTING = /^(?:[r-]{2}|w-|-w)$/

/** The steps of an order, if an order was run that differs only in the order of two neighbors that commute. */
const findEqual = (order: string, done: ReadonlyMap<string, string>): string | undefined => {
  for (let i = order.indexOf('ba'); i >= 0; i = order.indexOf('ba', i + 1)) {
    const steps = done.get(`${order.slice(0, i)}ab${order.slice(i + 2)}`)
    const [first = '', second = ''] = steps?.slice(i, i + 2) ?? ''
    if (steps !== undefined && COMMUTING.test(first + second))
      return `${steps.slice(0, i)}${second}${first}${steps.slice(i + 2)}`
  }
  return undefined
}

/**
 * Runs orders, without those whose result equals that of an order that was run. `run` returns the steps. The flows must
 * depend on nothing but their calls. Returns how many orders were run.
 */
export const runDistinct = async (
  orders: readonly (readonly Turn[])[],
  run: (order: readonly Turn[]) => Promise<string>,
): Promise<number> => {
  const done = new Map<string, string>()
  let runs = 0
  for (const order of orders) {
    const name = order.join('')
    const equal = done.get(name) ?? findEqual(name, done)
    if (equal === undefined) runs += 1
    done.set(name, equal ?? (await run(order)))
  }
  return runs
}

/** Lets two flows over one adapter, or over one client of a database, take turns, call by call. */
export class Interleaving {
  readonly calls: Record<Turn, number> = { a: 0, b: 0 }
  /** What each turn of the order did: `r` a read, `w` a write, `-` nothing, because the flow was over. */
  steps = ''
  private readonly pending: Pending[] = []
  private readonly over = new Set<Turn>()
  private wake = (): void => undefined

  /** The adapter or client as one of the flows sees it: each call waits for its turn. */
  for<Target extends object>(flow: Turn, target: Target): Target {
    const waitFor = (isRead: boolean, call: () => unknown): Promise<unknown> =>
      new Promise((resolve, reject) => {
        const go = async (): Promise<void> => {
          try {
            resolve(await call())
          } catch (error) {
            reject(error)
          }
        }
        this.pending.push({ flow, isRead, go })
        this.wake()
      })
    const entries = Object.entries(target).map(([name, method]) => {
      const call = method as (...given: unknown[]) => unknown
      return [name, (...given: unknown[]) => waitFor(/^(?:get|list)/.test(name), () => call(...given))]
    })
    return Object.fromEntries(entries) as Target
  }

  private async change(): Promise<void> {
    await new Promise<void>((resolve) => void (this.wake = resolve))
  }

  private async next(flow: Turn): Promise<Pending | undefined> {
    for (;;) {
      const at = this.pending.findIndex((each) => each.flow === flow)
      if (at >= 0) return this.pending.splice(at, 1)[0]
      if (this.over.has(flow)) return undefined
      await this.change()
    }
  }

  private async take(flow: Turn): Promise<void> {
    const pending = await this.next(flow)
    this.steps += pending === undefined ? '-' : pending.isRead ? 'r' : 'w'
    if (pending === undefined) return
    this.calls[flow] += 1
    await pending.go()
  }

  /** Runs both flows, their calls in this order; what is left when the order ends goes on by turns. */
  async run(order: readonly Turn[], flows: Readonly<Record<Turn, () => Promise<unknown>>>): Promise<void> {
    const begin = async (flow: Turn): Promise<void> => {
      try {
        await flows[flow]()
      } finally {
        this.over.add(flow)
        this.wake()
      }
    }
    const both = Promise.all([begin('a'), begin('b')])
    for (const flow of order) await this.take(flow)
    while (this.over.size < 2) for (const flow of ['a', 'b'] as const) if (!this.over.has(flow)) await this.take(flow)
    await both
  }
}
