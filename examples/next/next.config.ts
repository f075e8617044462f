import type { NextConfig } from 'next'

const config: NextConfig = {
  // The folders above may have lockfiles too.
  turbopack: { root: import.meta.dirname },
}

export default config
