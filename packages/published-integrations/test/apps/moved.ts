import type { AuthConfig } from '@auth/core'
import { fromAuthJs } from '@auth/core/compat'

const MONTH = 30 * 86_400_000

/** The one change that the guide asks for: sessions of Auth.js are accepted for a while. */
export const adjust = <Config extends AuthConfig>(config: Config) =>
  fromAuthJs(config, { until: new Date(Date.now() + MONTH) })
