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
import type { Layout } from './layout.ts'

const isTableName = (name: string): name is TableName => Object.hasOwn(columnsOf, name)

const tableIn = (node: OperationNode | undefined): TableName | undefined => {
  if (node === undefined) return undefined
  const found: TableName[] = []
  const look = (part: unknown): void => {
    if (found.length > 0 || typeof part !== 'object' || part === null) return
    if ('kind' in part && part.kind === 'TableNode') {
      const { name } = (part as TableNode).table.identifier
      if (isTableName(name)) found.push(name)
    } else Object.values(part).forEach(look)
  }
  look(node)
  return found[0]
}

/** The table that a query is about: columns that name no table are its own. */
const subjectOf = (node: OperationNode): TableName | undefined => {
  if (node.kind === 'SelectQueryNode' || node.kind === 'DeleteQueryNode') return tableIn(Reflect.get(node, 'from'))
  if (node.kind === 'InsertQueryNode') return tableIn(Reflect.get(node, 'into'))
  return node.kind === 'UpdateQueryNode' ? tableIn(Reflect.get(node, 'table')) : tableIn(node)
}

/** Writes the names of a layout for those of the schema. */
class Renaming extends OperationNodeTransformer {
  readonly #layout: Layout
  #subject: TableName | undefined

  constructor(layout: Layout) {
    super()
    this.#layout = layout
  }

  rename<Node extends OperationNode>(node: Node, queryId: QueryId): Node {
    this.#subject = subjectOf(node)
    return this.transformNode(node, queryId)
  }

  #column(node: ColumnNode, table: TableName | undefined): ColumnNode {
    const name = table === undefined ? undefined : this.#layout.columns[table]?.[node.column.name]
    return name === undefined ? node : { ...node, column: { ...node.column, name } }
  }

  protected override transformTable(node: TableNode): TableNode {
    const { name } = node.table.identifier
    if (!isTableName(name)) return node
    return {
      ...node,
      table: { ...node.table, identifier: { ...node.table.identifier, name: this.#layout.tables[name] } },
    }
  }

  protected override transformColumn(node: ColumnNode): ColumnNode {
    return this.#column(node, this.#subject)
  }

  protected override transformReference(node: ReferenceNode): ReferenceNode {
    const table = tableIn(node.table) ?? this.#subject
    const column = node.column.kind === 'ColumnNode' ? this.#column(node.column, table) : node.column
    return node.table === undefined ? { ...node, column } : { ...node, column, table: this.transformTable(node.table) }
  }
}

/** Lets queries that are written for the schema run on the tables of a layout. Rows come back under the layout's names. */
export const layoutPlugin = (layout: Layout): KyselyPlugin => ({
  transformQuery: ({ node, queryId }) => new Renaming(layout).rename(node, queryId),
  transformResult: async ({ result }) => result,
})
