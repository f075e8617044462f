import type { Subject } from '@authwright/testing/frameworks'

/** Astro with the built test application, which `running` serves. */
export const astroSubject = (running: Required<Pick<Subject, 'start' | 'develop'>>): Subject => ({
  name: 'Astro 7',
  types: { module: '@authwright/astro', session: "Awaited<ReturnType<App.Locals['auth']>>" },
  has: new Set([
    'browser-build',
    'types',
    'browser',
    'client',
    'development',
    'session-store',
    'action',
    'error-page',
    'failure-redirect',
    'http/1.1',
    'mount',
    'pages',
    'prerendering',
    'web-response',
  ]),
  refuses: {
    'takes scheme and host from a proxy that the application trusts, not from the client before it':
      'its setting for a proxy, `security.allowedDomains`, is part of the build, and takes the first host of a list',
    'names no other host after a Host with a user name, and goes on serving':
      'its server responds with 500 before it calls a middleware',
  },
  ...running,
})
