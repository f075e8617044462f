import type { Subject } from '@authwright/testing/frameworks'

/** Nuxt with the built test application, which `running` serves. */
export const nuxtSubject = (running: Required<Pick<Subject, 'start' | 'develop'>>): Subject => ({
  name: 'Nuxt 4',
  types: {
    module: '@authwright/nuxt',
    session: "Awaited<ReturnType<typeof import('@authwright/nuxt/server').getServerSession>>",
  },
  has: new Set([
    'browser-build',
    'types',
    'browser',
    'client',
    'development',
    'session-store',
    'body-parser',
    'error-page',
    'failure-redirect',
    'host-header',
    'http/1.1',
    'mount',
    'pages',
    'prerendering',
    'proxy-setting',
    'web-response',
  ]),
  refuses: {
    'warns once of an unknown option while the developer edits the module with the config':
      'its development server starts a new worker after each edit of a module of the server',
    'sends no code of the server to browsers':
      'its build leaves scripts of the engine in the folder for browsers, which no page loads',
    'names no other host after a malformed target, and goes on serving':
      'its page for a missing address repeats the target of the request',
    'names no other host after a malformed host, and goes on serving':
      'its server responds with 500 to a port that makes no URL',
    'responds with 400 if target and Host, or two lines of Host, name different hosts':
      'its page for a missing address repeats the target of the request',
  },
  ...running,
})
