import { adapterContract } from '@authwright/testing'
import type { Adapter } from '../../src/adapters.ts'
import type { Outcome } from './cookies.ts'

/** Which rules of the contract an adapter breaks, and whether they were looked at. */
export const brokenRules = async (adapter: Adapter): Promise<Outcome> => {
  const rules: (readonly [string, () => Promise<void>])[] = []
  // What is kept is looked at by tests of each engine; an adapter in memory hides nothing.
  const without = ['hashes-at-rest'] as const
  adapterContract({ make: () => ({ adapter }), rounds: 2, without, test: (name, run) => rules.push([name, run]) })
  const broken: string[] = []
  for (const [name, run] of rules) await run().catch((error: unknown) => broken.push(`${name}: ${String(error)}`))
  return { isWhole: rules.length > 40, broken }
}
