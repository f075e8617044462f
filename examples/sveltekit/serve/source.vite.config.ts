import { defaultClientConditions, defaultServerConditions, mergeConfig } from 'vite'
import config from '../vite.config.ts'

// Builds the application with the sources of the packages, so that `npm start` does not build them. The providers are entries of
// core, which the build of a framework package exports again.
const source = 'authwright-source'

export default mergeConfig(config, {
  resolve: {
    conditions: [source, ...defaultClientConditions],
    alias: [{ find: /^@authwright\/sveltekit\/providers/, replacement: '@authwright/core/providers' }],
  },
  ssr: { resolve: { conditions: [source, ...defaultServerConditions] } },
})
