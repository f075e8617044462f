import { existsSync } from 'node:fs'
import type * as nodeSqlite from 'node:sqlite'
import { CommandError } from '../command.ts'

/** The file of a SQLite database does not exist. */
export class MissingDatabaseError extends CommandError {
  readonly path: string

  constructor(path: string) {
    super(4, `the database: the file ${path} does not exist. authwright migrate creates it`)
    this.path = path
  }
}

/** The module, with a `DatabaseSync` that opens only files that exist. Addresses such as `:memory:` and `file:` name none. */
const withoutCreation = (sqlite: typeof nodeSqlite): object => ({
  ...sqlite,
  DatabaseSync: class extends sqlite.DatabaseSync {
    constructor(path: string) {
      if (!/^(?:$|:memory:|file:)/.test(path) && !existsSync(path)) throw new MissingDatabaseError(path)
      super(path)
    }
  },
})

/**
 * Runs `work` so that the SQLite adapter opens only files that exist: node:sqlite creates an empty file otherwise. The
 * adapter asks the process for that module.
 */
export const withExistingDatabase = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  const load = process.getBuiltinModule.bind(process)
  const replace = (id: string): object | undefined => {
    const sqlite = id === 'node:sqlite' ? load(id) : undefined
    return sqlite === undefined ? load(id) : withoutCreation(sqlite)
  }
  const before: unknown = Reflect.get(process, 'getBuiltinModule')
  Object.assign(process, { getBuiltinModule: replace })
  try {
    return await work()
  } finally {
    Object.assign(process, { getBuiltinModule: before })
  }
}
