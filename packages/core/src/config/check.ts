import type { ExperimentalFeatures } from './engine-types.ts'
import { checkAdapter } from './check-adapter.ts'
import type { AdapterFacts } from './check-adapter.ts'
import { byMethod } from './provider-table.ts'

/** The facts that the checks compare. */
export interface ConfigFacts extends AdapterFacts {
  readonly features: ExperimentalFeatures
}

/** Check that the parts of a config work together: first what each sign-in method demands, then the adapter. */
export const checkConfig = (facts: ConfigFacts): void => {
  for (const [method, served] of byMethod(facts.providers, facts.methods))
    method.checkProviders?.(served, facts.features)
  checkAdapter(facts)
}
