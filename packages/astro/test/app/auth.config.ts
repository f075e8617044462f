import { defineConfig } from '@authwright/astro'
import { config, configFor, options } from './src/contract.ts'

export default defineConfig(
  options.hasTenants ? ({ request }) => configFor(request.headers.get('host') ?? undefined) : config,
)
