import { defineEnvVars } from '@sveltejs/kit/env'

/** Without a validator SvelteKit demands a value. */
const optional = { schema: (value) => value }

export const variables = defineEnvVars({ AUTH_SECRET: optional, AUTH_URL: optional, AUTH_TRUST_HOST: optional })
