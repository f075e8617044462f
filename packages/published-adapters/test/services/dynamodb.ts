import { once } from 'node:events'
import { createRequire } from 'node:module'
import type * as Client from '@aws-sdk/client-dynamodb'
import type * as Documents from '@aws-sdk/lib-dynamodb'
import dynalite from 'dynalite'
import { portOf } from './port.ts'

// What these packages have for bundlers, which Vite would take, does not load in Node.
const require = createRequire(import.meta.url)
const { DynamoDB } = require('@aws-sdk/client-dynamodb') as typeof Client
const { DynamoDBDocument } = require('@aws-sdk/lib-dynamodb') as typeof Documents

/** The table that the adapter's documentation asks for. */
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

/** Amazon's client, set up as the adapter's documentation has it, over dynalite: DynamoDB's interface over LevelDB, in memory. */
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
