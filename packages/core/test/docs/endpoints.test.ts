import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { options } from '../../src/config/options.ts'
import { routeOf } from '../../src/routes/routes.ts'
import { authActions } from '../../src/types/http.ts'

const read = (name: string) => readFileSync(join(import.meta.dirname, '../../../../docs/reference', name), 'utf8')

test('docs/reference/endpoints.md lists every route with its methods', () => {
  const rows = [...read('endpoints.md').matchAll(/^\| (`\/.*?) \| (.*) \| (.*) \|$/gm)]
  const listed = rows.flatMap(([, names = '', get, post]) =>
    [...names.matchAll(/`\/([a-z-]+)(\/<provider>)?`/g)].map(([, action = '', provider]) => ({
      action,
      takesProvider: provider !== undefined,
      methods: [...(get === '–' ? [] : ['GET']), ...(post === '–' ? [] : ['POST'])],
    })),
  )
  // A sign-in has two rows: the page, and the start with a provider.
  const merged = authActions.map((action) => {
    const found = listed.filter((row) => row.action === action)
    const methods = new Set(found.flatMap((row) => row.methods))
    return { action, takesProvider: found.some((row) => row.takesProvider), methods: [...methods] }
  })
  const expected = authActions.map((action) => {
    const { GET, POST, takesProvider = false } = routeOf(action)
    return { action, takesProvider, methods: [...(GET ? ['GET'] : []), ...(POST ? ['POST'] : [])] }
  })
  expect(merged).toEqual(expected)
  expect(new Set(listed.map(({ action }) => action))).toEqual(new Set(authActions))
})

test('docs/reference/environment.md names every variable of an option', () => {
  const named = new Set([...read('environment.md').matchAll(/`(AUTH_\w+)`/g)].map(([, name]) => name))
  const variables = Object.values(options).flatMap((option) => ('env' in option ? [String(option.env)] : []))
  expect(variables.length).toBeGreaterThan(2)
  for (const variable of variables) expect(named).toContain(variable)
})
