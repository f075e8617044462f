import { testExample } from '@authwright/test-kit/example-application'

const NEXT = 'node_modules/next/dist/bin/next'

testExample({
  name: 'next',
  packages: ['client', 'core', 'next', 'node'],
  basePath: '/api/auth',
  // The development server: what a developer starts first, and the contract runs a build already.
  program: (port) => [NEXT, 'dev', '-H', '127.0.0.1', '-p', port],
  environment: { NEXT_TELEMETRY_DISABLED: '1' },
  warmUp: ['/', '/account', '/api/auth/providers'],
  typeChecks: [
    [NEXT, 'typegen'],
    ['node_modules/typescript/bin/tsc', '--incremental', 'false'],
  ],
})
