import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { render } from 'svelte/server'
import { expect, test, vi } from 'vitest'
import SignIn from '../src/lib/components/SignIn.svelte'

// What SvelteKit's compiler puts there.
vi.mock('$app/forms', () => ({ enhance: () => undefined }))
vi.mock('$app/paths', () => ({ resolve: (path: string) => path }))

const folder = join(import.meta.dirname, '../../core/src/providers')
const files = readdirSync(folder).filter((name) => /^[a-z0-9-]+\.ts$/.test(name) && name !== 'index.ts')

const providers = await Promise.all(
  files.map(async (file): Promise<{ readonly id: string; readonly type: string }> => {
    const { default: make } = await import(join(folder, file))
    return make({ apiKey: 'key' })
  }),
)

const hasAddress = (provider: string): boolean => render(SignIn, { props: { provider } }).body.includes('type="email"')

test('the form of every e-mail provider of the library asks for an address, and no other form does', () => {
  const mails = providers.filter(({ type }) => type === 'email').map(({ id }) => id)
  expect(mails).toHaveLength(14)
  expect(providers.map(({ id }) => id).filter(hasAddress)).toEqual(mails)
})
