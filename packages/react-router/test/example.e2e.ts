import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { testExample } from '@authwright/test-kit/example-application'
import { run } from '@authwright/test-kit/installed-application'

const routes = `import { index, route } from '@react-router/dev/routes'

export default [
  index('routes/home.tsx'),
  ...['account', 'login', 'profile'].map((name) => route(name, \`routes/\${name}.tsx\`)),
  route('auth/*', 'routes/auth.ts'),
]
`

testExample({
  name: 'react-router',
  packages: ['core', 'client', 'react-router'],
  basePath: '/auth',
  build: (folder) => run('npm', ['run', 'build'], folder),
  program: () => ['node_modules/.bin/react-router-serve', 'build/server/index.js'],
  environment: { AUTH_TRUST_HOST: 'true' },
  addRoutes: (folder) => writeFile(join(folder, 'app/routes.ts'), routes),
  typeChecks: [['node_modules/.bin/react-router', 'typegen'], ['node_modules/typescript/bin/tsc']],
})
