import { accountCases } from './adapter-contract/account-rules.ts'
import { uniqueAuthenticatorRules } from './adapter-contract/unique-authenticator-rules.ts'
import { authenticatorCases } from './adapter-contract/authenticator-rules.ts'
import { deletionRules } from './adapter-contract/deletion-rules.ts'
import { sessionCases } from './adapter-contract/session-rules.ts'
import { tokenCases } from './adapter-contract/token-rules.ts'
import { transactionCases } from './adapter-contract/transaction-rules.ts'
import { userCases } from './adapter-contract/user-rules.ts'
import { type Rule, type AdapterFeature, type AdapterSubject, contextFor } from './adapter-contract/rule.ts'

export type { AdapterFeature, AdapterSubject } from './adapter-contract/rule.ts'

/**
 * Options of `adapterContract`.
 * @example
 * const options: AdapterContractOptions = {
 *   test,
 *   make: () => ({ adapter: memoryAdapter() }),
 *   without: ['hashes-at-rest'],
 * }
 */
export interface AdapterContractOptions {
  /**
   * Makes the adapter for one rule, over an empty store or a shared one.
   * @example
   * make: async () => {
   *   const database = await emptyDatabase()
   *   return { adapter: myAdapter(database), close: () => database.close() }
   * }
   */
  readonly make: () => AdapterSubject | PromiseLike<AdapterSubject>
  /**
   * The test function of any test runner.
   * @example test: (name, run) => test(name, { timeout: 60_000 }, run)
   */
  readonly test: (name: string, run: () => Promise<void>) => unknown
  /**
   * Called for each rule that is left out, with the reason. Pass the test runner's skip.
   * @example skip: (name, reason) => test.skip(`${name}: ${reason}`)
   */
  readonly skip?: (name: string, reason: string) => unknown
  /**
   * Features that the adapter does not have. Rules that need them are left out. @default none
   * @example without: ['transactions', 'hashes-at-rest']
   */
  readonly without?: readonly AdapterFeature[]
  /**
   * How often each race is run. @default 20
   * @example rounds: 5
   */
  readonly rounds?: number
}

/** Every rule of the contract. */
const cases: readonly Rule[] = [
  ...userCases,
  ...deletionRules,
  ...accountCases,
  ...sessionCases,
  ...tokenCases,
  ...authenticatorCases,
  ...uniqueAuthenticatorRules,
  ...transactionCases,
]

/**
 * Registers the rules that an adapter must keep as tests, with any test runner.
 *
 * @example
 * adapterContract({ test, make: () => ({ adapter: memoryAdapter() }), without: ['hashes-at-rest'] })
 */
export const adapterContract = ({ make, test, skip, without = [], rounds = 20 }: AdapterContractOptions): void => {
  for (const { name, needs = [], run } of cases) {
    const missing = needs.filter((feature) => without.includes(feature))
    if (missing.length > 0) skip?.(name, `the adapter does not have ${missing.join(', ')}`)
    else {
      test(name, async () => {
        const subject = await make()
        try {
          await run(contextFor(subject, rounds))
        } finally {
          await subject.close?.()
        }
      })
    }
  }
}
