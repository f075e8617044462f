import { testServerExamples } from '@authwright/test-kit/server-example'

testServerExamples(
  ['core', 'node'],
  ['node', 'express', 'fastify', 'koa', 'nestjs'].map((name) => ({ name })),
)
