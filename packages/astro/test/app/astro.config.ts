import node from '@astrojs/node'
import authwright from '@authwright/astro'
import { defineConfig } from 'astro/config'

// The tests build the application a second time, below a path, and with Astro's check of the origin.
const base = process.env['CONTRACT_BASE'] ?? '/'

export default defineConfig({
  base,
  outDir: base === '/' ? './dist' : './dist-below',
  output: 'server',
  adapter: node({ mode: 'standalone' }),
  integrations: [authwright({ checkOrigin: base === '/' })],
  devToolbar: { enabled: false },
})
