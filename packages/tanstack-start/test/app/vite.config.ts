import { tanstackStart } from '@tanstack/react-start/plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [
    tanstackStart({
      pages: [{ path: '/static' }],
      prerender: { enabled: true, autoStaticPathsDiscovery: false, crawlLinks: false },
      // The check of requests for data calls a server function by its name.
      serverFns: { generateFunctionId: ({ functionName }) => functionName },
    }),
    react(),
  ],
  // Bundled without the parts of the contract that the application does not use, so that the server starts soon.
  ssr: { noExternal: ['@authwright/testing'] },
})
