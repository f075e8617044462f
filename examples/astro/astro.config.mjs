import node from '@astrojs/node'
import authwright from '@authwright/astro'
import { defineConfig } from 'astro/config'

export default defineConfig({
  output: 'server',
  adapter: node({ mode: 'standalone' }),
  integrations: [authwright()],
})
