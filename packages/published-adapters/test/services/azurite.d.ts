declare module 'azurite/dist/src/table/TableConfiguration.js' {
  /** The settings of a table service. */
  export default class TableConfiguration {
    isMemoryPersistence: boolean
    constructor(host: string, port: number, file: string, enableDebugLog: boolean, enableAccessLog: boolean)
  }
}

declare module 'azurite/dist/src/table/TableServer.js' {
  import type TableConfiguration from 'azurite/dist/src/table/TableConfiguration.js'

  /** A table service that does not listen yet. */
  export default class TableServer {
    constructor(configuration: TableConfiguration)
    start(): Promise<void>
    close(): Promise<void>
    getHttpServerAddress(): string
  }
}
