import { build } from 'esbuild'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Site } from './site.ts'

/** SvelteKit's modules, for an application at the root of its origin. */
const GENERATED: Readonly<Record<string, string>> = {
  '$app/environment': 'export const building = false, dev = false',
  '$app/paths': `export const base = ''`,
  '$env/dynamic/private': 'export const env = process.env',
  // The published package is for SvelteKit 2, whose `redirect` throws this object.
  '@sveltejs/kit': 'export const redirect = (status, location) => { throw { status, location } }',
}

const application = `
  import { SvelteKitAuth } from '@auth/sveltekit'
  import Keycloak from '@auth/sveltekit/providers/keycloak'
  export const { handle, signIn, signOut } = SvelteKitAuth({ providers: [Keycloak], trustHost: true })`

/** Build an application on `@auth/sveltekit` into a folder from which packages can be imported. */
export const buildPublished = async (folder: string): Promise<Site> => {
  const outfile = join(folder, 'published.js')
  await build({
    stdin: { contents: application, resolveDir: fileURLToPath(new URL('..', import.meta.url)) },
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    external: ['@auth/core', 'set-cookie-parser'],
    logLevel: 'silent',
    plugins: [
      {
        name: 'generated',
        setup: ({ onResolve, onLoad }) => {
          onResolve({ filter: /^(?:\$app|\$env|@sveltejs)\// }, ({ path }) => ({ path, namespace: 'generated' }))
          onLoad({ filter: /.*/, namespace: 'generated' }, ({ path }) => ({ contents: GENERATED[path] ?? '' }))
        },
      },
    ],
  })
  return (await import(/* @vite-ignore */ outfile)) as Site
}
