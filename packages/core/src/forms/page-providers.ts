import type { ResolvedConfig } from '../config/engine-types.ts'
import { oncePer } from '../base/once.ts'
import type { PageProvider } from '../types/page-props.ts'

/**
 * The providers of a config as the sign-in page shows them. Their URLs are paths, so they do not depend on the request and
 * the parts of the page can be prepared once.
 */
export const pageProviders = oncePer((config: ResolvedConfig): readonly PageProvider[] =>
  config.providers.all
    .map((provider) => provider.method.pageEntry(provider, config.basePath))
    .filter((entry) => entry !== undefined),
)

/** A list of one provider, always the same list for the same provider. */
export const onlyProvider = oncePer((provider: PageProvider): readonly PageProvider[] => [provider])
