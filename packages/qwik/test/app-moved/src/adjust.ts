import { fromAuthJs } from '@authwright/core/compat'
import type { QwikAuthConfig } from '@authwright/qwik'

/** The one change that the guide asks for: sessions of Auth.js are accepted for a while. */
export const adjust = <Config extends QwikAuthConfig>(config: Config) => fromAuthJs(config, { until: '2100-01-01' })
