/** Which of two flows makes the next call. */
export type Turn = 'a' | 'b'

interface Pending {
  readonly flow: Turn
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

/** Lets two flows over one adapter, or over one client of a database, take turns, call by call. */
export class Interleaving {
  readonly calls: Record<Turn, number> = { a: 0, b: 0 }
  private readonly pending: Pending[] = []
  private readonly over = new Set<Turn>()
  private wake = (): void => undefined

  /** The adapter or client as one of the flows sees it: each call waits for its turn. */
  for<Target extends object>(flow: Turn, target: Target): Target {
    const waitFor = (call: () => unknown): Promise<unknown> =>
      new Promise((resolve, reject) => {
        const go = async (): Promise<void> => {
          try {
            resolve(await call())
          } catch (error) {
            reject(error)
          }
        }
        this.pending.push({ flow, go })
        this.wake()
      })
    const entries = Object.entries(target).map(([name, method]) => {
      const call = method as (...given: unknown[]) => unknown
      return [name, (...given: unknown[]) => waitFor(() => call(...given))]
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
