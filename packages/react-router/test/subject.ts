import { serveContract } from '@authwright/test-kit/installed-application'
import type { Subject } from '@authwright/testing/frameworks'

/** React Router, with its own server. `findApplication` is called when a check starts the application. */
export const subjectOf = (name: string, findApplication: () => string): Subject => ({
  name,
  has: new Set(['error-page', 'http/1.1', 'mount', 'web-response']),
  refuses: {
    C36: 'its server closes the connection when a body is not read to its end, often before the response is sent',
  },
  start: (options) =>
    serveContract(findApplication(), options, () => [
      'node_modules/.bin/react-router-serve',
      `build${options.mount ?? ''}/server/index.js`,
    ]),
})
