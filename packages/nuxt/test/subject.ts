import type { Subject } from '@authwright/testing/frameworks'

/** Nuxt with the built test application, which `running` serves. */
export const nuxtSubject = (running: Required<Pick<Subject, 'start' | 'develop'>>): Subject => ({
  name: 'Nuxt 4',
  has: new Set([
    'browser',
    'client',
    'development',
    'session-store',
    'body-parser',
    'error-page',
    'host-header',
    'http/1.1',
    'mount',
    'pages',
    'prerendering',
    'proxy-setting',
    'web-response',
  ]),
  refuses: {
    'keeps users signed in while the developer edits a page and the module with the config':
      'not shown yet: its development server did not finish the check within a minute',
    C31: 'its page for a missing address repeats the target of the request',
  },
  ...running,
})
