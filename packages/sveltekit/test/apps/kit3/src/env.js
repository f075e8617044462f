import { defineEnvVars } from '@sveltejs/kit/env'

/** Without a validator SvelteKit demands a value. @type {import('@sveltejs/kit/env').EnvVarConfig<string | undefined>} */
const optional = { schema: (value) => value }

/** SvelteKit 3 gives only declared variables to server code. `AUTH_TRUST_HOST` is not declared: it is set in the process. */
export const variables = defineEnvVars({ AUTH_SECRET: optional, AUTH_OAUTH_ID: optional, AUTH_OAUTH_SECRET: optional })
