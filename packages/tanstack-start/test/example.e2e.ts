import { testExample } from '@authwright/test-kit/example-application'
import { run } from '@authwright/test-kit/installed-application'

testExample({
  name: 'tanstack-start',
  packages: ['core', 'client', 'tanstack-start'],
  basePath: '/auth',
  build: (folder) => run('npm', ['run', 'build'], folder),
  program: (port) => [
    'node_modules/.bin/srvx',
    '--prod',
    '--static=../client',
    '--host=127.0.0.1',
    'dist/server/server.js',
    `--port=${port}`,
  ],
  environment: { AUTH_TRUST_HOST: 'true' },
  typeChecks: [['node_modules/typescript/bin/tsc']],
})
