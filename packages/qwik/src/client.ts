import { configure } from '@authwright/client'

export * from '@authwright/client'
export { useClientSession } from './client-session.qwik.ts'

// The default of `routeAuth$`. An application whose config has another `basePath` calls `configure` itself.
configure({ basePath: `${import.meta.env?.BASE_URL ?? '/'}auth` })
