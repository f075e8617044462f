import type { NextConfig } from 'next'

const config: NextConfig = {
  // The modules are links to other folders.
  turbopack: { root: '/' },
  // `tsc -b` checks the types.
  typescript: { ignoreBuildErrors: true },
}

export default config
