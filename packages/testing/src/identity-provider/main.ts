#!/usr/bin/env node
import { parseArgs } from 'node:util'
import { startIdentityProvider } from '../identity-provider.ts'
import { untilStopped } from '../local-server/until-stopped.ts'

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    'client-id': { type: 'string', default: 'demo' },
    'client-secret': { type: 'string' },
    'redirect-uri': { type: 'string', multiple: true, default: [] },
    name: { type: 'string' },
  },
})

const secret = values['client-secret']
const client = {
  clientId: values['client-id'],
  redirectUris: values['redirect-uri'],
  ...(secret === undefined ? {} : { clientSecret: secret }),
  ...(values.name === undefined ? {} : { name: values.name }),
}
const provider = await startIdentityProvider({ port: Number(values.port), clients: [client] })
console.log(`Identity provider: ${provider.issuer}`)
await untilStopped()
await provider.close()
