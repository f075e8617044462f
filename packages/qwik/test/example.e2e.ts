import { testExample } from '@authwright/test-kit/example-application'
import { run } from '@authwright/test-kit/installed-application'

testExample({
  name: 'qwik',
  packages: ['core', 'client', 'qwik'],
  basePath: '/auth',
  build: (folder) => run('npm', ['run', 'build'], folder),
  program: () => ['server/entry.node.js'],
  environment: { AUTH_TRUST_HOST: 'true' },
  typeChecks: [['node_modules/typescript/bin/tsc']],
  runsCommands: true,
})
