import type { NextConfig } from 'next'

const below = process.env.CONTRACT_BASE

const config: NextConfig = {
  ...(below ? { basePath: below, distDir: '.next-below' } : {}),
  // The folder above may have a lockfile too.
  turbopack: { root: import.meta.dirname },
}

export default config
