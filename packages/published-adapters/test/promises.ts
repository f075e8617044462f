import { adapterContract } from '@authwright/testing'
import type { Adapter } from '@authwright/core/adapters'

/** Rules of the contract that decide what an adapter promises, under a short name. None hangs on who is faster, so that each run says the same. */
const rules: Readonly<Record<string, string>> = {
  'one user an address': 'two users cannot have one e-mail address, made or changed to',
  'whatever its case': 'an e-mail address is one address however its letters are written',
  'a deleted user takes all along': 'a deleted user is gone, with accounts and sessions',
  // One statement, or else reading and then deleting: of 50 at once more than one has then read.
  'a token works once': 'of 50 who use a token at once, exactly one has it',
  'all or nothing': 'a transaction that fails keeps nothing and passes the failure on',
  'sessions listed': 'what listSessions names, deleteSession ends',
  'attempts counted': 'incrementCounter counts each call once, by key, however many come at once',
}

export const promises = Object.keys(rules)

/** Which of the promises an adapter keeps. */
export const promisesOf = async (adapter: Adapter): Promise<readonly string[]> => {
  const cases = new Map<string, () => Promise<void>>()
  adapterContract({ make: () => ({ adapter }), rounds: 1, test: (name, run) => cases.set(name, run) })
  const kept: string[] = []
  for (const [promise, rule] of Object.entries(rules)) {
    const run = cases.get(rule)
    if (run === undefined) throw new Error(`there is no rule: ${rule}`)
    if (
      await run().then(
        () => true,
        () => false,
      )
    )
      kept.push(promise)
  }
  return kept
}
