import { accountCases } from './adapter-contract/accounts.ts'
import { authenticatorUniquenessCases } from './adapter-contract/authenticator-uniqueness.ts'
import { authenticatorCases } from './adapter-contract/authenticators.ts'
import { sessionCases } from './adapter-contract/sessions.ts'
import { tokenCases } from './adapter-contract/tokens.ts'
import { transactionCases } from './adapter-contract/transactions.ts'
import { userCases } from './adapter-contract/users.ts'
import { type Case, type Feature, type Subject, worldOf } from './adapter-contract/world.ts'

export type { Feature, Subject } from './adapter-contract/world.ts'

/** How the contract is run. */
export interface AdapterContractOptions {
  /** Makes the adapter for one test, over an empty store or a shared one. */
  readonly make: () => Subject | PromiseLike<Subject>
  /** The test function of any runner. */
  readonly test: (name: string, run: () => Promise<void>) => unknown
  /** Told of a rule that is left out and why; hand in the runner's own skip. */
  readonly skip?: (name: string, reason: string) => unknown
  /** What the adapter does not promise. Rules that need it are left out. @default nothing */
  readonly without?: readonly Feature[]
  /** How often races are run. @default 20 */
  readonly rounds?: number
}

/** Every rule of the contract. */
const cases: readonly Case[] = [
  ...userCases,
  ...accountCases,
  ...sessionCases,
  ...tokenCases,
  ...authenticatorCases,
  ...authenticatorUniquenessCases,
  ...transactionCases,
]

/**
 * Registers the rules that an adapter must keep as tests of any runner.
 *
 * @example
 * adapterContract({ test, make: () => ({ adapter: memoryAdapter() }), without: ['hashes-at-rest'] })
 */
export const adapterContract = ({ make, test, skip, without = [], rounds = 20 }: AdapterContractOptions): void => {
  for (const { name, needs = [], run } of cases) {
    const missing = needs.filter((feature) => without.includes(feature))
    if (missing.length > 0) skip?.(name, `the adapter is without ${missing.join(', ')}`)
    else {
      test(name, async () => {
        const subject = await make()
        try {
          await run(worldOf(subject, rounds))
        } finally {
          await subject.close?.()
        }
      })
    }
  }
}
