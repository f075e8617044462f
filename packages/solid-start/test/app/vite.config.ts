import { solidStart } from '@solidjs/start/config'
import { nitro } from 'nitro/vite'
import { defineConfig } from 'vite'

const base = process.env['BASE'] ?? ''

export default defineConfig({
  base: `${base}/`,
  plugins: [solidStart({ middleware: './src/middleware.ts' }), nitro()],
  nitro: {
    preset: 'node_server',
    baseURL: `${base}/`,
    output: { dir: `.output${base}` },
    prerender: { routes: ['/static'] },
    routeRules: { '/cached': { swr: true } },
  },
})
