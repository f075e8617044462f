import { defineEnvVars } from '@sveltejs/kit/env'
import { building } from '$app/env'

/** Required at run time. A build does not need the services. */
const schema = (value: string | undefined): string => {
  if (value) return value
  if (building) return ''
  throw new Error('Missing variable. Start the application with serve.mjs, which sets it.')
}

/** The variables that `serve.mjs` sets. */
export const variables = defineEnvVars({
  DATABASE_FILE: { schema, description: 'The path of the SQLite file.' },
  EMULATOR_URL: { schema, description: 'The address of the emulated providers.' },
  MAILBOX_URL: { schema, description: 'The web page of the local mailbox.' },
  OIDC_CLIENT_ID: { schema, description: 'The client id of this application at the local OpenID Provider.' },
  OIDC_CLIENT_SECRET: { schema, description: 'The client secret of this application at that provider.' },
  OIDC_ISSUER: { schema, description: 'The address of the local OpenID Provider.' },
  SMTP_URL: { schema, description: 'The SMTP server, such as smtp://127.0.0.1:2525.' },
})
