// The types that are published for PouchDB make `Buffer` another class everywhere.

declare module 'pouchdb' {
  type Plugin = unknown

  export default class PouchDB {
    constructor(path: string)
    static plugin(plugin: Plugin): void
    close(): Promise<void>
  }
}

declare module 'pouchdb-find' {
  const plugin: unknown
  export default plugin
}
