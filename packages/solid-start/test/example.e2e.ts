import { testExample } from '@authwright/test-kit/example-application'
import { run } from '@authwright/test-kit/installed-application'

testExample({
  name: 'solid-start',
  packages: ['core', 'client', 'solid-start'],
  basePath: '/api/auth',
  build: (folder) => run('npm', ['run', 'build'], folder),
  program: () => ['.output/server/index.mjs'],
  environment: { AUTH_TRUST_HOST: 'true' },
  typeChecks: [['node_modules/typescript/bin/tsc']],
  runsCommands: true,
})
