import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [reactRouter()],
  // Bundled without the parts of the contract that the application does not use, so that the server starts soon.
  ssr: { noExternal: ['@authwright/testing'] },
})
