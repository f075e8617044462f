import { Miniflare } from 'miniflare'

/** Opens an empty D1 database in memory, in Cloudflare's local runtime. */
export const openD1 = async () => {
  const worker = { modules: true, script: 'export default {}', d1Databases: ['DB'], d1Persist: false }
  const miniflare = new Miniflare({ ...worker, compatibilityDate: '2026-07-01' })
  return { database: await miniflare.getD1Database('DB'), close: () => miniflare.dispose() }
}
