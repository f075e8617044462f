// The published types of PouchDB change the global type of `Buffer`.

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
