import type { Config } from '@react-router/dev/config'

const basename = process.env['BASENAME'] ?? '/'

export default {
  basename,
  buildDirectory: basename === '/' ? 'build' : `build${basename}`,
  prerender: ['/static'],
  future: { v8_middleware: true, v8_passThroughRequests: true },
} satisfies Config
