import { defineEnvVars } from '@sveltejs/kit/env'
import { building } from '$app/env'

/** Has to be there when the site runs. A build has no neighbours yet. */
const schema = (value: string | undefined): string => {
  if (value) return value
  if (building) return ''
  throw new Error('Missing: start the site with serve.mjs, which tells it about its neighbours.')
}

/** What `serve.mjs` tells the site. */
export const variables = defineEnvVars({
  DATABASE_FILE: { schema, description: 'Where the SQLite file lies.' },
  EMULATOR_URL: { schema, description: 'The address of the emulated providers.' },
  MAILBOX_URL: { schema, description: 'The web page of the local mailbox.' },
  OIDC_CLIENT_ID: { schema, description: 'How the local OpenID Provider knows this site.' },
  OIDC_CLIENT_SECRET: { schema, description: 'How this site proves to that provider that it is itself.' },
  OIDC_ISSUER: { schema, description: 'The address of the local OpenID Provider.' },
  SMTP_URL: { schema, description: 'Where mail goes out, such as smtp://127.0.0.1:2525.' },
})
