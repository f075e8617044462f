import { MINUTE } from '../base/time.ts'
import type { AuthContext } from '../config/engine-types.ts'
import { TooManyRequests } from '../errors/error-classes.ts'

export interface Limit {
  /** What is limited. It is the purpose of the stored key, so that no two limits share a counter. */
  readonly name: string
  /** Whom the limit is for, such as an e-mail address or a user id. The database stores a keyed hash of it. */
  readonly key: string
  readonly max: number
  /** Seconds. */
  readonly window: number
}

/** Count one event until a time: the number with this one; `undefined` where the adapter cannot count. */
export const count = async ({ config, keyring }: AuthContext, name: string, key: string, until: Date) =>
  config.adapter?.incrementCounter?.(`${name} ${await keyring.mac(name, key)}`, until)

/** Whether a value is used for the first time; `undefined` where the adapter cannot count. */
export const isFirstUse = async (context: AuthContext, name: string, key: string, expiresAt: number) => {
  // A minute longer than the value: the clock of the database may be ahead, and would forget the counter too early.
  const uses = await count(context, name, key, new Date((expiresAt + MINUTE) * 1000))
  return uses === undefined ? undefined : uses === 1
}

/** Count an event before it happens, also if it fails then. Throws `TooManyRequests` with `retryAfter` in seconds. */
export const spend = async (context: AuthContext, limits: readonly Limit[]): Promise<void> => {
  for (const { name, key, max, window } of limits) {
    // Windows start at multiples of their length, so every server knows the end of a window without asking.
    const until = (Math.floor(context.runtime.now() / (window * 1000)) + 1) * window * 1000
    const times = await count(context, name, key, new Date(until))
    if (times === undefined || times <= max) continue
    const retryAfter = Math.ceil((until - context.runtime.now()) / 1000)
    throw new TooManyRequests('The limit is reached', { limit: name, retryAfter })
  }
}
