import type { NextConfig } from 'next'

const config: NextConfig = {
  // As create-next-app writes it.
  cacheComponents: true,
  // The folders above may have lockfiles too.
  turbopack: { root: import.meta.dirname },
}

export default config
