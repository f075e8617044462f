import {
  type ColumnNode,
  type KyselyPlugin,
  type OperationNode,
  OperationNodeTransformer,
  type QueryId,
  type ReferenceNode,
  type TableNode,
} from 'kysely'
import { columnsOf, type TableName } from '../store/tables.ts'
import type { DatabaseSchema } from './database-schema.ts'

const isTableName = (name: string): name is TableName => Object.hasOwn(columnsOf, name)

const findTable = (node: OperationNode | undefined): TableName | undefined => {
  if (node === undefined) return undefined
  const found: TableName[] = []
  const search = (part: unknown): void => {
    if (found.length > 0 || typeof part !== 'object' || part === null) return
    if ('kind' in part && part.kind === 'TableNode') {
      const { name } = (part as TableNode).table.identifier
      if (isTableName(name)) found.push(name)
    } else Object.values(part).forEach(search)
  }
  search(node)
  return found[0]
}

/** The main table of a query. Columns without a table name belong to it. */
const mainTable = (node: OperationNode): TableName | undefined => {
  if (node.kind === 'SelectQueryNode' || node.kind === 'DeleteQueryNode') return findTable(Reflect.get(node, 'from'))
  if (node.kind === 'InsertQueryNode') return findTable(Reflect.get(node, 'into'))
  return node.kind === 'UpdateQueryNode' ? findTable(Reflect.get(node, 'table')) : findTable(node)
}

/** Replaces the names of the default schema in a query. */
class SchemaRenamer extends OperationNodeTransformer {
  readonly #schema: DatabaseSchema
  #mainTable: TableName | undefined

  constructor(schema: DatabaseSchema) {
    super()
    this.#schema = schema
  }

  rename<Node extends OperationNode>(node: Node, queryId: QueryId): Node {
    this.#mainTable = mainTable(node)
    return this.transformNode(node, queryId)
  }

  #column(node: ColumnNode, table: TableName | undefined): ColumnNode {
    const name = table === undefined ? undefined : this.#schema.columns[table]?.[node.column.name]
    return name === undefined ? node : { ...node, column: { ...node.column, name } }
  }

  protected override transformTable(node: TableNode): TableNode {
    const { name } = node.table.identifier
    if (!isTableName(name)) return node
    return {
      ...node,
      table: { ...node.table, identifier: { ...node.table.identifier, name: this.#schema.tables[name] } },
    }
  }

  protected override transformColumn(node: ColumnNode): ColumnNode {
    return this.#column(node, this.#mainTable)
  }

  protected override transformReference(node: ReferenceNode): ReferenceNode {
    const table = findTable(node.table) ?? this.#mainTable
    const column = node.column.kind === 'ColumnNode' ? this.#column(node.column, table) : node.column
    return node.table === undefined ? { ...node, column } : { ...node, column, table: this.transformTable(node.table) }
  }
}

/** Makes queries for the default schema run on the tables of another one. Results keep the names of that schema. */
export const schemaPlugin = (schema: DatabaseSchema): KyselyPlugin => ({
  transformQuery: ({ node, queryId }) => new SchemaRenamer(schema).rename(node, queryId),
  transformResult: async ({ result }) => result,
})
