import { Miniflare } from 'miniflare'

/** A D1 of one's own: Cloudflare's local one, in workerd, kept in memory. */
export const openD1 = async () => {
  const worker = { modules: true, script: 'export default {}', d1Databases: ['DB'], d1Persist: false }
  const miniflare = new Miniflare({ ...worker, compatibilityDate: '2026-07-01' })
  return { database: await miniflare.getD1Database('DB'), close: () => miniflare.dispose() }
}
