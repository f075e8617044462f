import type { NextConfig } from 'next'

const config: NextConfig = {
  // The folder above may have a lockfile too.
  turbopack: { root: import.meta.dirname },
}

export default config
