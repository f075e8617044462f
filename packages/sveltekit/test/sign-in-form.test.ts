import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { render } from 'svelte/server'
import { expect, test, vi } from 'vitest'
import SignIn from '../src/lib/components/SignIn.svelte'
import SignOut from '../src/lib/components/SignOut.svelte'

// SvelteKit provides these modules.
vi.mock('$app/forms', () => ({ enhance: () => undefined }))
vi.mock('$app/paths', () => ({ base: undefined, resolve: (path: string) => path }))

const folder = join(import.meta.dirname, '../../core/src/providers')
const files = readdirSync(folder).filter((name) => /^[a-z0-9-]+\.ts$/.test(name) && name !== 'index.ts')

const providers = await Promise.all(
  files.map(async (file): Promise<{ readonly id: string; readonly type: string }> => {
    const { default: make } = await import(join(folder, file))
    return make({ apiKey: 'key' })
  }),
)

const hasAddressField = (provider: string): boolean =>
  render(SignIn, { props: { provider } }).body.includes('type="email"')

test('the form has an address field for every built-in e-mail provider, and for no other provider', () => {
  const emailProviders = providers.filter(({ type }) => type === 'email').map(({ id }) => id)
  expect(emailProviders).toHaveLength(14)
  expect(providers.map(({ id }) => id).filter(hasAddressField)).toEqual(emailProviders)
})

test.each([
  ['SignIn', SignIn],
  ['SignOut', SignOut],
] as const)('the form of %s has redirectTo as a field, and the other attributes', (_name, component) => {
  const props = { redirectTo: '/next', action: '/other', 'data-testid': 'form', autocomplete: 'off' as const }
  const { body } = render(component, { props })
  expect(body).toContain('<input type="hidden" name="redirectTo" value="/next"')
  expect(/<form [^>]*>/.exec(body)?.[0]).toMatch(
    /(?=.* action="\/other")(?=.* data-testid="form")(?=.* autocomplete="off")/,
  )
  expect(/<form [^>]*>/.exec(body)?.[0]).not.toContain('redirectTo')
})
