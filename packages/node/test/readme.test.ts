import { readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { readmeBlocks, readmeFiles } from '@authwright/test-kit/readme-blocks'
import { Logger } from '@nestjs/common'
import { expect, test, vi } from 'vitest'

const here = import.meta.dirname

// The files are compiled with the other tests.
test('the examples of the README are the files of test/readme', () => {
  expect(readmeBlocks(readFileSync(join(here, '../README.md'), 'utf8'))).toEqual(readmeFiles(join(here, 'readme')))
})

const settings = {
  AUTH_SECRET: 'a secret of the tests, thirty-two characters and more',
  AUTH_TRUST_HOST: 'true',
  AUTH_GITHUB_ID: 'id',
  AUTH_GITHUB_SECRET: 'secret',
  PORT: '0',
}

test.each(['node', 'express', 'koa', 'fastify', 'nestjs'])(
  'the example for %s serves a page, the sign-in page and a guard',
  async (name) => {
    Logger.overrideLogger(false)
    for (const [variable, value] of Object.entries(settings)) vi.stubEnv(variable, value)
    const { server } = (await import(`./readme/${name}.ts`)) as { readonly server: Server }
    try {
      const { port } = server.address() as AddressInfo
      const read = async (path: string) => (await fetch(`http://localhost:${port}${path}`)).text()
      expect(await read('/')).toBe('Signed out')
      expect(await read('/auth/signin')).toContain('GitHub')
      expect(await read('/account')).not.toContain('Only')
    } finally {
      server.close()
      server.closeAllConnections()
    }
  },
)
