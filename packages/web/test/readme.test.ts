import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readmeBlocks, readmeFiles } from '@authwright/test-kit/readme-blocks'
import { expect, test, vi } from 'vitest'

const here = import.meta.dirname

// The files are compiled with the other tests.
test('the examples of the README are the files of test/readme', () => {
  expect(readmeBlocks(readFileSync(join(here, '../README.md'), 'utf8'))).toEqual(readmeFiles(join(here, 'readme')))
})

const settings = {
  AUTH_SECRET: 'a secret of the tests, thirty-two characters and more',
  AUTH_URL: 'https://app.example.com',
  AUTH_GITHUB_ID: 'id',
  AUTH_GITHUB_SECRET: 'secret',
}

test.each(['hono', 'elysia', 'h3', 'server'])(
  'the example %s serves a page, the sign-in page and a guard',
  async (name) => {
    for (const [variable, value] of Object.entries(settings)) vi.stubEnv(variable, value)
    const { fetch: serve } = (await import(`./readme/${name}.ts`)) as {
      readonly fetch: (request: Request, env?: unknown) => Promise<Response>
    }
    const read = async (path: string) => (await serve(new Request(`https://app.example.com${path}`))).text()
    expect(await read('/')).toBe('Signed out')
    expect(await read('/auth/signin')).toContain('GitHub')
    expect(await read('/account')).not.toContain('Only')
  },
)
