import { setImmediate } from 'node:timers/promises'
import { BSON, type MongoClient } from 'mongodb'

type Document = BSON.Document

/**
 * Whether a document has all members of a filter, which name values only. As in MongoDB, the members of the stored and of the
 * requested document are compared as BSON, and `null` finds a missing member.
 */
const matches = (row: Document, filter: Document): boolean =>
  Object.entries(filter).every(([name, value]) => {
    if (value !== null && Object.getPrototypeOf(value) === Object.prototype)
      throw new Error(`the filter of ${name} is not a value`)
    return Buffer.compare(BSON.serialize({ value: row[name] ?? null }), BSON.serialize({ value })) === 0
  })

/** The calls that the adapter makes, over documents that are stored as the driver sends them. */
const makeCollection = () => {
  const rows = new Map<string, Uint8Array>()
  const find = (filter: Document): readonly [string, Document] | undefined => {
    // A filter is sent as BSON too, so an undefined member becomes `null`.
    const sent = BSON.deserialize(BSON.serialize(filter))
    for (const [key, row] of rows) {
      const document = BSON.deserialize(row)
      if (matches(document, sent)) return [key, document]
    }
    return undefined
  }
  const write = (document: Document): Document => {
    const row = BSON.serialize(document)
    rows.set(String(document['_id']), row)
    return BSON.deserialize(row)
  }
  const remove = (filter: Document): Document | null => {
    const found = find(filter)
    if (found !== undefined) rows.delete(found[0])
    return found?.[1] ?? null
  }
  /** A request takes a moment, and then it is one operation. */
  const request =
    <Given extends readonly Document[], Result>(run: (...given: Given) => Result) =>
    async (...given: Given): Promise<Result> => {
      await setImmediate()
      return run(...given)
    }
  return {
    insertOne: request((document: Document) => {
      if (rows.has(String(document['_id']))) throw new Error('E11000 duplicate key error')
      write(document)
    }),
    findOne: request((filter: Document) => find(filter)?.[1] ?? null),
    findOneAndUpdate: request((filter: Document, { $set }: { readonly $set: Document }) => {
      const found = find(filter)
      return found === undefined ? null : write({ ...found[1], ...$set })
    }),
    findOneAndDelete: request(remove),
    deleteOne: request((filter: Document) => void remove(filter)),
    deleteMany: request((filter: Document) => {
      while (remove(filter) !== null);
    }),
  }
}

/**
 * Stands in for the driver of MongoDB, because no package of npm or Debian has the server. Its collections have no index except
 * for `_id`: the adapter makes none, and its documentation asks for none.
 */
export const openMongoDb = (): MongoClient => {
  const collections = new Map<string, ReturnType<typeof makeCollection>>()
  const collection = (name: string) => {
    const found = collections.get(name) ?? makeCollection()
    collections.set(name, found)
    return found
  }
  return { db: () => ({ collection }) } as unknown as MongoClient
}
