import process from 'node:process'
import { createServer } from 'vite'
import { runAsChild } from './child.mjs'
import { ROOT, VITE_CONFIG } from './settings.mjs'

/** Serves the application from its sources with Vite. */
runAsChild(async (/** @type {{ port: number, environment: Record<string, string> }} */ { port, environment }) => {
  Object.assign(process.env, environment)
  process.chdir(ROOT)
  const server = await createServer({ configFile: VITE_CONFIG, server: { host: 'localhost', port, strictPort: true } })
  await server.listen()
  return { url: `http://localhost:${port}`, close: () => server.close() }
})
