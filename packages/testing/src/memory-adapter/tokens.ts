import type { Adapter } from '@authwright/core/adapters'
import { keyOf, UniqueViolation } from './state.ts'
import type { Transactions } from './transactions.ts'

type TokenMethods = Required<
  Pick<
    Adapter,
    | 'createVerificationToken'
    | 'useVerificationToken'
    | 'getVerificationToken'
    | 'deleteVerificationTokens'
    | 'incrementCounter'
  >
>

/** The methods about one-time tokens and counters. */
export const tokenMethods = ({ call }: Transactions, now: () => number): TokenMethods => ({
  createVerificationToken: ({ identifier, token, expires }) =>
    call((state) => {
      const key = keyOf(identifier, token)
      if (state.tokens.has(key)) throw new UniqueViolation('token')
      state.tokens.set(key, { identifier, token, expires })
      return { identifier, token, expires }
    }),
  useVerificationToken: ({ identifier, token }) =>
    call((state) => {
      const key = keyOf(identifier, token)
      const known = state.tokens.get(key)
      state.tokens.delete(key)
      return known ?? null
    }),
  getVerificationToken: ({ identifier, token }) => call((state) => state.tokens.get(keyOf(identifier, token)) ?? null),
  deleteVerificationTokens: (identifier) =>
    call((state) => {
      for (const [key, row] of state.tokens) if (row.identifier === identifier) state.tokens.delete(key)
    }),
  incrementCounter: (key, expires) =>
    call((state) => {
      const known = state.counters.get(key)
      const lives = known !== undefined && known.expires.getTime() > now()
      const attempt = lives ? { ...known, count: known.count + 1 } : { count: 1, expires }
      state.counters.set(key, attempt)
      return attempt.count
    }),
})
