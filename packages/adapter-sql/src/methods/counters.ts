import type { Adapter } from '@authwright/core/adapters'
import { writeRow } from '../rows/codec.ts'
import { hashOf } from '../rows/hash.ts'
import { statement } from '../store/statement.ts'
import type { StatementContext, Store } from '../store/store.ts'

const increment = statement<StatementContext>((db, [keyHash, expires, now], { engine }) =>
  engine.incrementCounter(db, { keyHash, expires, now }),
)

/** The adapter's methods for counters. Keys are hashed, since they may contain an e-mail address. */
export const counterMethods = (store: Store): Required<Pick<Adapter, 'incrementCounter'>> => {
  const write = async (instant: Date) => (await writeRow(store, 'counters', { expires: instant }))['expires']
  return {
    incrementCounter: async (key, expires) => {
      const keyHash = hashOf(key)
      const values = [keyHash, await write(expires), await write(new Date(store.now()))] as const
      const run = async (within: Store): Promise<number> => {
        const [row] = await within.run('counters', increment, ...values)
        return Number((row ?? (await within.find('counters', { keyHash })))?.['count'])
      }
      // Without `returning` there are two statements: the first one locks the row, and the second one reads the count.
      return store.engine.supportsReturning ? run(store) : store.transaction(run)
    },
  }
}
