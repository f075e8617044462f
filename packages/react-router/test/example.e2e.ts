import { testExample } from '@authwright/test-kit/example-application'
import { run } from '@authwright/test-kit/installed-application'

testExample({
  name: 'react-router',
  packages: ['core', 'client', 'react-router'],
  basePath: '/auth',
  build: (folder) => run('npm', ['run', 'build'], folder),
  program: () => ['node_modules/.bin/react-router-serve', 'build/server/index.js'],
  environment: { AUTH_TRUST_HOST: 'true' },
  typeChecks: [['node_modules/.bin/react-router', 'typegen'], ['node_modules/typescript/bin/tsc']],
})
