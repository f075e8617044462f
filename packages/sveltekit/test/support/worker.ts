import { build } from 'esbuild'
import { Miniflare } from 'miniflare'
import { join } from 'node:path'

/** Where the code of an application finds the bindings of its worker. */
export type BindingsIn = '$env/dynamic/private' | 'event.platform.env' | 'process.env'

/** The worker that `adapter-cloudflare` makes, without assets and caches. It puts the bindings into all places. */
const workerOf = (places: readonly BindingsIn[]): string => `
import { env } from 'cloudflare:workers'
import { Server } from './index.js'
import { manifest } from './manifest.js'

const server = new Server(manifest)
const initialized = server.init({ env: ${places.includes('$env/dynamic/private') ? 'env' : '{}'}, read: () => null })

export default {
  async fetch(request, env, ctx) {
    await initialized
    const platform = { ctx, context: ctx, caches, cf: request.cf, ${places.includes('event.platform.env') ? 'env' : ''} }
    return server.respond(request, { platform, getClientAddress: () => '127.0.0.1' })
  },
}`

/** Run a built application in workerd, with its bindings in these places only. */
export const startWorker = async (
  app: string,
  places: readonly BindingsIn[],
  bindings: Readonly<Record<string, string>>,
): Promise<Miniflare> => {
  const { outputFiles } = await build({
    stdin: { contents: workerOf(places), resolveDir: join(app, '.svelte-kit/output/server'), loader: 'js' },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    conditions: ['workerd', 'worker'],
    external: ['node:*', 'cloudflare:*', 'nodemailer'],
    logLevel: 'silent',
  })
  return new Miniflare({
    modules: [{ type: 'ESModule', path: 'worker.mjs', contents: outputFiles[0]?.text ?? '' }],
    compatibilityDate: '2026-07-01',
    compatibilityFlags: [
      'nodejs_compat',
      `nodejs_compat_${places.includes('process.env') ? '' : 'do_not_'}populate_process_env`,
    ],
    // Not every binding is a string.
    bindings: { ...bindings, DATABASE: {} },
  })
}
