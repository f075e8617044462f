import { adapterContract } from '@authwright/testing'
import type { Adapter } from '@authwright/core/adapters'

/** The contract rules for the columns of the table. None depends on timing, so that each run has the same result. */
const rules: Readonly<Record<string, string>> = {
  'unique e-mail': 'two users cannot have one e-mail address, made or changed to',
  'in any case': 'an e-mail address is one address however its letters are written',
  'cascading delete': 'a deleted user is gone, with accounts and sessions',
  // An adapter that reads and then deletes fails this rule: more than one of 50 concurrent calls reads the token.
  'single-use tokens': 'of 50 who use a token at once, exactly one has it',
  transactions: 'a transaction that fails keeps nothing and passes the failure on',
  'session list': 'what listSessions names, deleteSession ends',
  counters: 'incrementCounter counts each call once, by key, however many come at once',
}

export const columns = Object.keys(rules)

/** The rules that an adapter fulfills. */
export const findFulfilled = async (adapter: Adapter): Promise<readonly string[]> => {
  const cases = new Map<string, () => Promise<void>>()
  adapterContract({ make: () => ({ adapter }), rounds: 1, test: (name, run) => cases.set(name, run) })
  const fulfilled: string[] = []
  for (const [column, rule] of Object.entries(rules)) {
    const run = cases.get(rule)
    if (run === undefined) throw new Error(`the contract has no rule: ${rule}`)
    if (
      await run().then(
        () => true,
        () => false,
      )
    )
      fulfilled.push(column)
  }
  return fulfilled
}
