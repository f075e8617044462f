import { defineEnvVars } from '@sveltejs/kit/env'

// Without a schema SvelteKit demands a value, also while it builds.
const optional = { schema: (value: string | undefined) => value }

export const variables = defineEnvVars({ AUTH_GITHUB_ID: optional, AUTH_KEYCLOAK_ISSUER: optional })
