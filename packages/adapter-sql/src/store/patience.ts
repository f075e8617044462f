import type { Flavour } from './flavour.ts'

/** Does work at the first call and never again once it was done. Those who come meanwhile wait for the same. */
export const once = (work: () => Promise<void>): (() => Promise<void> | undefined) => {
  let running: Promise<void> | undefined
  let done = false
  const begin = async () => {
    try {
      await work()
      done = true
    } finally {
      running = undefined
    }
  }
  return () => (done ? undefined : (running ??= begin()))
}

/** How often work is done that the database gives up for the sake of other work. */
export const TRIES = 5

const LONGEST_PAUSE = 25

/** Lets others go first, for a time that differs: those who begin again together stand in each other's way again. */
export const stepAside = (tries: number): Promise<void> =>
  new Promise((resolve) => void setTimeout(resolve, Math.random() * LONGEST_PAUSE * tries))

/** Does work again when the database undid it for the sake of another transaction. */
export const whileGivingWay = async <Value>({ gaveWay }: Flavour, work: () => Promise<Value>): Promise<Value> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      if (tries === TRIES || !gaveWay(error)) throw error
      await stepAside(tries)
    }
  }
}
