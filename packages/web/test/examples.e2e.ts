import { bun, deno } from '@authwright/test-kit/runtimes/executables'
import { testServerExamples } from '@authwright/test-kit/server-example'

const inBun = { name: 'Bun', command: bun, args: [] }

testServerExamples(
  ['core', 'web'],
  [
    { name: 'hono' },
    { name: 'h3' },
    { name: 'elysia', machine: inBun },
    { name: 'bun', machine: inBun },
    {
      name: 'deno',
      machine: { name: 'Deno', command: deno, args: [] },
      environment: (port) => ({ DENO_SERVE_ADDRESS: `tcp:127.0.0.1:${port}` }),
    },
  ],
)
