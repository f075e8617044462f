import { once } from 'node:events'
import { createRequire } from 'node:module'
import type * as Client from '@aws-sdk/client-dynamodb'
import type * as Documents from '@aws-sdk/lib-dynamodb'
import dynalite from 'dynalite'
import { portOf } from './port.ts'

// Vite would use the bundler entries of these packages, which do not load in Node.
const require = createRequire(import.meta.url)
const { DynamoDB } = require('@aws-sdk/client-dynamodb') as typeof Client
const { DynamoDBDocument } = require('@aws-sdk/lib-dynamodb') as typeof Documents

/** The table in the documentation of the adapter. */
const table: Client.CreateTableCommandInput = {
  TableName: 'next-auth',
  BillingMode: 'PAY_PER_REQUEST',
  AttributeDefinitions: [
    { AttributeName: 'pk', AttributeType: 'S' },
    { AttributeName: 'sk', AttributeType: 'S' },
    { AttributeName: 'GSI1PK', AttributeType: 'S' },
    { AttributeName: 'GSI1SK', AttributeType: 'S' },
  ],
  KeySchema: [
    { AttributeName: 'pk', KeyType: 'HASH' },
    { AttributeName: 'sk', KeyType: 'RANGE' },
  ],
  GlobalSecondaryIndexes: [
    {
      IndexName: 'GSI1',
      Projection: { ProjectionType: 'ALL' },
      KeySchema: [
        { AttributeName: 'GSI1PK', KeyType: 'HASH' },
        { AttributeName: 'GSI1SK', KeyType: 'RANGE' },
      ],
    },
  ],
}

/** Opens Amazon's client, configured as in the documentation of the adapter, for dynalite, a DynamoDB server in memory. */
export const openDynamoDb = async (): Promise<{
  readonly client: Documents.DynamoDBDocument
  readonly close: () => Promise<void>
}> => {
  const server = dynalite({ createTableMs: 0 })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const endpoint = `http://127.0.0.1:${portOf(server.address())}`
  const credentials = { accessKeyId: 'key', secretAccessKey: 'secret' }
  const client = new DynamoDB({ endpoint, region: 'eu-central-1', credentials, maxAttempts: 1 })
  await client.createTable(table)
  const marshallOptions = { convertEmptyValues: true, removeUndefinedValues: true, convertClassInstanceToMap: true }
  return {
    client: DynamoDBDocument.from(client, { marshallOptions }),
    close: async () => {
      client.destroy()
      server.close()
    },
  }
}
