// The application of the framework contract in a process of its own, with the version of Nest that is installed beside it.
import 'reflect-metadata'
import { makeApplication } from '@authwright/testing/frameworks/application'
import { openNest } from './nest-application.ts'

const { CONTRACT_OPTIONS = '{}', CONTRACT_PLATFORM, CONTRACT_GRAPHQL, HOST, PORT } = process.env
const options = JSON.parse(CONTRACT_OPTIONS) as NonNullable<Parameters<typeof makeApplication>[0]>
const platform = CONTRACT_PLATFORM === 'fastify' ? 'fastify' : 'express'
const imports = CONTRACT_GRAPHQL === undefined ? [] : [(await import('./resolvers.ts')).graphql]
const server = await openNest(platform, await makeApplication(options), options, imports)
const { requestTimeout } = options
// Node checks its time limits every 30 seconds, unless the server says otherwise.
if (requestTimeout !== undefined)
  Object.assign(server, { requestTimeout, headersTimeout: requestTimeout, connectionsCheckingInterval: 20 })
server.listen(Number(PORT), HOST, () => console.log(`Listening on ${PORT}`))
