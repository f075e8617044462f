import { adapterContract } from '@authwright/testing'
import type { Adapter } from '../../src/adapters.ts'
import type { Outcome } from './cookies.ts'

/** The rules of the contract that an adapter breaks, and whether all rules ran. */
export const brokenRules = async (adapter: Adapter): Promise<Outcome> => {
  const rules: (readonly [string, () => Promise<void>])[] = []
  // The tests of each engine check the stored hashes; the memory adapter has none.
  const without = ['hashes-at-rest'] as const
  adapterContract({ make: () => ({ adapter }), rounds: 2, without, test: (name, run) => rules.push([name, run]) })
  const broken: string[] = []
  for (const [name, run] of rules) await run().catch((error: unknown) => broken.push(`${name}: ${String(error)}`))
  return { isWhole: rules.length > 40, broken }
}
