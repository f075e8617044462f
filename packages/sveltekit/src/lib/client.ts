import { configure } from '@authwright/client'
import { homeAddress } from './paths.ts'

export * from '@authwright/client'

// The default of `SvelteKitAuth`. An application whose config has another `basePath` calls `configure` itself.
configure({ basePath: () => `${homeAddress()}auth` })
