import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TableStorageAdapter } from '@auth/azure-tables-adapter'
import { D1Adapter } from '@auth/d1-adapter'
import { DynamoDBAdapter } from '@auth/dynamodb-adapter'
import { MongoDBAdapter } from '@auth/mongodb-adapter'
import { createIndexes, PouchDBAdapter } from '@auth/pouchdb-adapter'
import { UnstorageAdapter } from '@auth/unstorage-adapter'
import { UpstashRedisAdapter } from '@auth/upstash-redis-adapter'
import { d1Schema } from '@authwright/adapter-sql/schemas'
import PouchDB from 'pouchdb'
import find from 'pouchdb-find'
import { createStorage } from 'unstorage'
import { d1Statements } from '../published-tables.ts'
import { openD1 } from '@authwright/test-kit/databases/d1'
import { openAzureTable } from '../services/azure-tables.ts'
import { openDynamoDb } from '../services/dynamodb.ts'
import { openMongoDb } from '../services/mongodb.ts'
import { openUpstash } from '../services/upstash.ts'
import { asAdapter, type SubjectKind } from '../subject.ts'

PouchDB.plugin(find)

export const inMemory: readonly SubjectKind[] = [
  {
    name: '@auth/unstorage-adapter',
    store: 'memory',
    open: async () => {
      const storage = createStorage()
      return { adapter: asAdapter(UnstorageAdapter(storage)), close: () => storage.dispose() }
    },
  },
]

export const elsewhere: readonly SubjectKind[] = [
  {
    name: '@auth/upstash-redis-adapter',
    store: 'Redis',
    server: 'redis',
    open: async (url) => {
      const { client, close } = await openUpstash(url)
      return { adapter: asAdapter(UpstashRedisAdapter(client)), close }
    },
  },
  {
    name: '@auth/dynamodb-adapter',
    store: 'dynalite',
    open: async () => {
      const { client, close } = await openDynamoDb()
      return { adapter: asAdapter(DynamoDBAdapter(client)), close }
    },
  },
  {
    name: '@auth/d1-adapter',
    store: 'D1 in Miniflare',
    schema: d1Schema,
    open: async () => {
      const { database, close } = await openD1()
      for (const statement of d1Statements) await database.prepare(statement).run()
      return { adapter: asAdapter(D1Adapter(database)), d1: database, close }
    },
  },
  {
    name: '@auth/pouchdb-adapter',
    store: 'LevelDB',
    open: async () => {
      const folder = await mkdtemp(join(tmpdir(), 'authwright-pouchdb-'))
      const pouchdb = new PouchDB(join(folder, 'data'))
      await createIndexes(pouchdb)
      const close = async () => {
        await pouchdb.close()
        await rm(folder, { recursive: true, force: true })
      }
      return { adapter: asAdapter(PouchDBAdapter({ pouchdb })), close }
    },
  },
  {
    name: '@auth/mongodb-adapter',
    store: 'BSON in memory',
    open: async () => ({ adapter: asAdapter(MongoDBAdapter(openMongoDb())), close: () => Promise.resolve() }),
  },
  {
    name: '@auth/azure-tables-adapter',
    store: 'Azurite',
    open: async () => {
      const { client, close } = await openAzureTable()
      return { adapter: asAdapter(TableStorageAdapter(client)), close }
    },
  },
]
