import { handleError, isLogged, type HandleErrorInput } from '@authwright/sveltekit'
import type { RequestEvent } from '@sveltejs/kit'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { lastError, visit } from './support/kit.ts'
import { makeSite, postSignIn, silent } from './support/site.ts'

const event = { request: new Request('https://app.example/shop'), url: new URL('https://app.example/shop') }

/** What the hook prints of an error. Version 3 passes its kind, version 2 its status. */
const printed = (input: Partial<HandleErrorInput>): readonly string[] => {
  const error = vi.spyOn(console, 'error').mockReset().mockReturnValue(undefined)
  handleError({ error: undefined, event: event as unknown as RequestEvent, ...input })
  return error.mock.calls.map(([line]) => String(line))
}

afterEach(() => {
  vi.restoreAllMocks()
})

const versions = [
  ['2', { status: 500 }, ['[500] GET /shop']],
  ['3', { kind: 'unknown' }, []],
] as const

test.each(versions)('SvelteKit %s: a wrong password is not printed', async (_version, input) => {
  await postSignIn(makeSite(), { name: 'ann', password: 'wrong' })
  const error = lastError()
  expect(isLogged(error)).toBe(true)
  expect(printed({ error, ...input })).toEqual([])
})

test.each(versions)(
  'SvelteKit %s: a session that the library could not read is not printed again',
  async (_, input) => {
    await visit(makeSite({ secret: 'short' }), { path: '/' }, ({ locals }) => locals.auth())
    expect(printed({ error: lastError(), ...input })).toEqual([])
  },
)

test.each(versions)('SvelteKit %s: an error of the application is printed with its causes', (_, input, first) => {
  const error = new Error('the page is broken', { cause: new TypeError('no such table') })
  expect(isLogged(error)).toBe(false)
  expect(printed({ error, ...input })).toEqual([
    ...first,
    expect.stringMatching(/^Error: the page is broken\n +at /),
    expect.stringMatching(/^TypeError: no such table\n +at /),
  ])
  expect(printed({ error: 'a text', ...input })).toEqual([...first, 'a text'])
})

test('an AuthError that the library has not logged is printed', async () => {
  const site = makeSite()
  await visit(site, { path: '/signin', form: {} }, async (given) => {
    await given.request.formData()
    return site.signIn(given)
  })
  expect(printed({ error: lastError(), kind: 'unknown' })).toEqual([expect.stringContaining('was already read')])
})

test.each([
  [{ kind: 'framework', error: { status: 404, message: 'Not Found' } }, []],
  [{ kind: 'app', error: { status: 403, message: 'Forbidden' } }, []],
  [{ kind: 'validation', issues: [{ message: 'no number' }] }, [expect.stringContaining('no number')]],
  [{ status: 404, error: new Error('Not found: /shop') }, ['[404] GET /shop']],
])('prints what SvelteKit prints of %j', (input, lines) => {
  expect(printed(input)).toEqual(lines)
})

test('does not read the status of version 3, which would print a warning', () => {
  const status = vi.fn<() => number>(() => 500)
  printed(Object.defineProperty({ kind: 'unknown', error: new Error('broken') }, 'status', { get: status }))
  expect(status).not.toHaveBeenCalled()
})

test('the error page gets the type and the reference of an error that the library logged', async () => {
  const logger = { ...silent, error: vi.fn<(error: Error, more: unknown) => void>() }
  await visit(makeSite({ secret: 'short', logger }), { path: '/' }, ({ locals }) => locals.auth())
  const [[error, more] = []] = logger.error.mock.calls
  expect([error, more]).toMatchObject([{ type: 'WeakSecret' }, { reference: expect.stringMatching(/^[\dA-F]{8}$/) }])
  const { reference } = more as { readonly reference: string }
  const result = handleError({ error: lastError(), event: event as unknown as RequestEvent, kind: 'unknown' })
  expect(result).toEqual({ message: `Internal Error (Configuration, reference ${reference})` })
})

test('the error page says nothing of an error of the application, and of a wrong password', async () => {
  vi.spyOn(console, 'error').mockReturnValue(undefined)
  await postSignIn(makeSite(), { name: 'ann', password: 'wrong' })
  for (const error of [new Error('secret'), lastError()])
    expect(handleError({ error, event: event as unknown as RequestEvent, kind: 'unknown' })).toBeUndefined()
})

describe('if hooks.server.ts does not export handle', () => {
  const call = () => {
    const locals: Partial<App.Locals> = {}
    try {
      return (locals as App.Locals).auth()
    } catch (error) {
      return error
    }
  }
  const result = (error: unknown) => handleError({ error, event: event as unknown as RequestEvent, kind: 'unknown' })

  test('the terminal says what to write, and in development the page', () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue(undefined)
    expect(printed({ error: call(), kind: 'unknown' })).toEqual([
      expect.stringContaining('TypeError: locals.auth is not a function'),
    ])
    const [[line] = []] = warn.mock.calls
    expect(line).toMatch(/\[auth\]\[warn\].*\[handle-missing\].*: export \{ handle \} from '\.\/auth'\n\[docs\] https:/)
    expect(result(call())).toBeUndefined()
    vi.stubEnv('NODE_ENV', 'development')
    expect(result(call())).toEqual({ message: expect.stringContaining("export { handle } from './auth'") })
    vi.unstubAllEnvs()
  })

  test('says nothing of other functions that are missing', () => {
    expect(printed({ error: new TypeError('locals.cart is not a function'), kind: 'unknown' })).toHaveLength(1)
  })
})

test('SvelteKit prints the text of the cause without this hook, not [object Object]', async () => {
  const callbacks = { session: () => JSON.parse('{') as never }
  const site = makeSite({ callbacks })
  const { headers } = await postSignIn(site, { name: 'ann', password: 'right' })
  const cookie = headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  await visit(site, { path: '/', headers: { cookie } }, ({ locals }) => locals.auth())
  expect(String((lastError() as Error).cause)).toMatch(/^SyntaxError: /)
})
