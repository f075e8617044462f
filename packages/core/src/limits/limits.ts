import { DAY } from '../base/time.ts'
import { AdapterTimeout } from '../store/adapter-timeout.ts'
import type { AuthContext } from '../config/auth-context.ts'
import { TooManyRequests } from '../errors/error-classes.ts'
import { tokenStore } from '../methods/email/mail-token.ts'

/** How often something may happen. */
export interface Limit {
  readonly what: string
  readonly whose: string
  readonly most: number
  /** Seconds. */
  readonly window: number
}

interface Counted {
  readonly key: string
  readonly until: Date
  /** How often it happened until then, now included; `undefined` where the adapter cannot count. */
  readonly times: number | undefined
}

const keyOf = async (context: AuthContext, what: string, whose: string): Promise<string> =>
  `${what} ${await context.keyring.mac(what, whose)}`

/** How often it happened until then, now included; `undefined` where the adapter cannot count. All servers count together. */
export const count = async (
  context: AuthContext,
  what: string,
  whose: string,
  until: Date,
): Promise<number | undefined> => tokenStore(context).incrementCounter?.(await keyOf(context, what, whose), until)

/**
 * Windows begin at whole multiples of their length, so that every server knows, without asking, when it is worth trying
 * again.
 */
const endOf = (context: AuthContext, window: number): Date =>
  new Date((Math.floor(context.runtime.now() / (window * 1000)) + 1) * window * 1000)

const countOne = async (context: AuthContext, { what, whose, window }: Limit): Promise<Counted> => {
  const until = endOf(context, window)
  return { key: await keyOf(context, what, whose), until, times: await count(context, what, whose, until) }
}

/** What cannot be given back stays counted: that is no reason to tell anything else than what happened. */
const giveBack = async (context: AuthContext, counted: readonly Pick<Counted, 'key' | 'until'>[]): Promise<void> => {
  const store = tokenStore(context)
  await Promise.allSettled(counted.map(async ({ key, until }) => store.decrementCounter?.(key, until)))
}

/** Count against limits, one after the other. What is refused counts against none of them. Throws `TooManyRequests`. */
const countAll = async (context: AuthContext, limits: readonly Limit[]): Promise<readonly Counted[]> => {
  const counted: Counted[] = []
  for (const limit of limits) {
    const one = await countOne(context, limit)
    if (one.times === undefined) return []
    counted.push(one)
    if (one.times <= limit.most) continue
    await giveBack(context, counted)
    throw new TooManyRequests('Something was asked for too often', {
      what: limit.what,
      retryAfter: Math.ceil((one.until.getTime() - context.runtime.now()) / 1000),
    })
  }
  return counted
}

/** Take back what was counted against a limit just now: it was none of what the limit is for. */
export const uncount = async (context: AuthContext, { what, whose, window }: Limit): Promise<void> =>
  giveBack(context, [{ key: await keyOf(context, what, whose), until: endOf(context, window) }])

/** Count against limits. Throws `TooManyRequests`; then none of them counts it. */
export const checkLimits = async (context: AuthContext, limits: readonly Limit[]): Promise<void> =>
  void (await countAll(context, limits))

/**
 * Whether a failure is one too many: what failed may have had its effect all the same, as a mail that a late server took. So within
 * a day as many failures are forgiven as successes are allowed.
 */
const isForgiven = async (context: AuthContext, limits: readonly Limit[]): Promise<boolean> => {
  const isOne = async ({ what, whose, most, window }: Limit): Promise<boolean> =>
    window !== DAY || ((await count(context, `${what} failed`, whose, endOf(context, DAY))) ?? 0) <= most
  const verdicts = await Promise.allSettled(limits.map(isOne))
  return verdicts.every((decision) => decision.status === 'fulfilled' && decision.value)
}

/**
 * Do something that is limited: counted before, so that of many at once no more than may happen do, and given back when it comes to
 * nothing. Throws `TooManyRequests`, or what the work throws.
 */
export const whileCounted = async <Value>(
  context: AuthContext,
  limits: readonly Limit[],
  work: () => Promise<Value>,
): Promise<Value> => {
  const counted = await countAll(context, limits)
  try {
    return await work()
  } catch (error) {
    // A database that does not answer would take nothing back either.
    const isPointless = error instanceof AdapterTimeout || tokenStore(context).decrementCounter === undefined
    if (!isPointless && counted.length > 0 && (await isForgiven(context, limits))) await giveBack(context, counted)
    throw error
  }
}
