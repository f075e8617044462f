// Providers of the catalogs that both libraries have, so that pages and lists show real entries.
import { readdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { client } from '../fixtures.mjs'

const folderOf = (/** @type {string} */ entry) => dirname(fileURLToPath(import.meta.resolve(entry)))
const namesIn = (/** @type {string} */ folder) =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.js'))
    .map((file) => file.slice(0, -'.js'.length))

const own = new Set(namesIn(folderOf('@authwright/core/providers/github')))
const names = namesIn(folderOf('@auth/core/providers/github')).filter((name) => own.has(name))

const options = { ...client, issuer: 'https://issuer.example.net', domain: 'issuer.example.net', subdomain: 'x' }
const more = { tenantId: 'tenant', server: 'https://issuer.example.net', baseUrl: 'https://issuer.example.net' }

/** An entry, or `undefined` if it is not for OAuth. @param {any} make */
const readEntry = (make) => {
  try {
    const entry = make({ ...options, ...more })
    return entry.type === 'oauth' || entry.type === 'oidc' ? entry : undefined
  } catch {
    return undefined
  }
}

/**
 * A number of providers. After the last one of the catalogs they begin again, with other ids.
 * @param {(id: string) => Promise<any>} loadProvider
 * @param {number} count
 */
export const loadProviders = async (loadProvider, count) => {
  const entries = []
  for (const name of names) {
    const make = await loadProvider(name)
    const entry = typeof make === 'function' ? readEntry(make) : undefined
    if (entry !== undefined) entries.push(entry)
  }
  return Array.from({ length: count }, (_, i) => {
    const entry = entries[i % entries.length]
    return i < entries.length ? entry : { ...entry, id: `${entry.id}${i}` }
  })
}
