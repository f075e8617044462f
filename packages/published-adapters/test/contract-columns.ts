import { adapterContract } from '@authwright/testing'
import type { Adapter } from '@authwright/core/adapters'

/** The contract rules for the columns of the table. None depends on timing, so that each run has the same result. */
const rules: Readonly<Record<string, string>> = {
  'unique e-mail': 'rejects a second user with the same e-mail address, on create and update',
  'in any case': 'e-mail addresses are compared without case',
  'cascading delete': 'deleteUser deletes the user, the accounts and the sessions',
  // An adapter that reads and then deletes fails this rule: more than one of 50 concurrent calls reads the token.
  'single-use tokens': 'of 50 concurrent uses of a token, exactly one succeeds',
  transactions: 'a failed transaction keeps no write and rejects with its error',
  'session list': 'deleteSession ends a session by the token from listSessions',
  counters: 'incrementCounter counts each concurrent call once, by key',
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
