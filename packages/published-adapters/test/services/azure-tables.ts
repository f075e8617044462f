import { createRequire } from 'node:module'
import { AzureNamedKeyCredential, TableClient } from '@azure/data-tables'
import type * as Configurations from 'azurite/dist/src/table/TableConfiguration.js'
import type * as Servers from 'azurite/dist/src/table/TableServer.js'

// Vite would read the default exports of these modules in another way than Node.
const require = createRequire(import.meta.url)
const { default: TableConfiguration } = require('azurite/dist/src/table/TableConfiguration.js') as typeof Configurations
const { default: TableServer } = require('azurite/dist/src/table/TableServer.js') as typeof Servers

/** The account of Azurite, which its documentation publishes. */
const ACCOUNT = 'devstoreaccount1'
const KEY = 'Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw=='

/** Opens Microsoft's client for a new table in Azurite, Microsoft's emulator, in this process and in memory. */
export const openAzureTable = async (): Promise<{
  readonly client: TableClient
  readonly close: () => Promise<void>
}> => {
  const configuration = new TableConfiguration('127.0.0.1', 0, '', false, false)
  configuration.isMemoryPersistence = true
  const server = new TableServer(configuration)
  await server.start()
  const credential = new AzureNamedKeyCredential(ACCOUNT, KEY)
  const client = new TableClient(`${server.getHttpServerAddress()}/${ACCOUNT}`, 'auth', credential, {
    allowInsecureConnection: true,
    retryOptions: { maxRetries: 0 },
  })
  await client.createTable()
  return { client, close: () => server.close() }
}
