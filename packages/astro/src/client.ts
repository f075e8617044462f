import { configure } from '@authwright/client'

export * from '@authwright/client'

/** The integration replaces this name by the base path with Astro's `base`. */
declare const __AUTHWRIGHT_BASE_PATH__: string | undefined

// The default of the integration. An application whose config has another `basePath` calls `configure` itself.
configure({ basePath: typeof __AUTHWRIGHT_BASE_PATH__ === 'string' ? __AUTHWRIGHT_BASE_PATH__ : '/auth' })
