import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ReactRouterAuth, type RouteArgs } from '@authwright/react-router'
import { frameworkTable } from '@authwright/test-kit/framework-table'
import { readmeBlocks } from '@authwright/test-kit/readme-blocks'
import { expect, test } from 'vitest'
import { subjectOf } from './subject.ts'

const makeAuth = () =>
  ReactRouterAuth({ providers: [], secret: 'a secret of the tests, long enough to be one', trustHost: true })

const argsOf = (context: object): RouteArgs => {
  const request = new Request('https://app.example.com/')
  return { request, url: new URL(request.url), context }
}

test('names the missing middleware', async () => {
  await expect(makeAuth().auth(argsOf({}))).rejects.toThrow('export const middleware')
  await expect(makeAuth().requireUser(argsOf({}))).rejects.toThrow('export const middleware')
})

test('refuses to serve two requests with one context', async () => {
  const auth = makeAuth()
  const shared = {}
  const serve = () => auth.middleware(argsOf(shared), async () => Response.json(await auth.auth(argsOf(shared))))
  expect(await (await serve()).json()).toBeNull()
  await expect(serve()).rejects.toThrow('a context per request')
})

test('the start page shows examples/react-router', () => {
  const example = join(import.meta.dirname, '../../../examples/react-router')
  const blocks = readmeBlocks(readFileSync(join(import.meta.dirname, '../../../docs/start/react-router.md'), 'utf8'))
  const names = Object.keys(blocks)
  expect(names).toContain('app/auth.server.ts')
  expect(blocks).toEqual(Object.fromEntries(names.map((name) => [name, readFileSync(join(example, name), 'utf8')])))
})

test('docs/reference/frameworks.md shows what is checked', () => {
  const subjects = ['React Router 8', 'React Router 7'].map((name) => subjectOf(name, () => ''))
  const { written, measured } = frameworkTable('react-router', subjects)
  expect(written, 'write it with AUTHWRIGHT_WRITE_DOCS=1').toBe(measured)
})
