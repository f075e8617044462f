import { readdirSync, readFileSync } from 'node:fs'
import { setUpAuth } from '@authwright/test-kit/auth-setup'
import { expect, test } from 'vitest'
import { readCatalog } from '../../scripts/catalog/entries.ts'
import { folder, iconFiles } from '../../scripts/icons.ts'
import { renderPage } from './render-any-page.ts'
import GitHub from '../../src/providers/github.ts'
import type { Provider } from '../../src/types/providers.ts'
import { brandIcons, findBrandIcon } from './brand-icons.ts'
import { allOf, readPage } from './read-page.ts'

test('the icon files are the output of `node scripts/icons.ts`', { timeout: 30_000 }, async () => {
  const files = await iconFiles()
  for (const [path, text] of Object.entries(files)) expect(readFileSync(path, 'utf8')).toBe(text)
  expect(readdirSync(folder)).toHaveLength(Object.keys(files).filter((path) => path.startsWith(folder)).length)
})

test('each provider with an icon file has the icon', async () => {
  const ids = new Set(readdirSync(folder).map((name) => name.replace('-icon.ts', '')))
  const without = (await readCatalog()).filter(({ id, made }) => ids.has(id) !== (made['icon'] !== undefined))
  expect(without.map(({ file }) => file)).toEqual([])
})

const WELL_KNOWN = [
  ['amazon', 'apple', 'atlassian', 'auth0', 'azure-ad', 'azure-ad-b2c', 'azure-devops', 'discord', 'dropbox'],
  ['facebook', 'github', 'gitlab', 'google', 'kakao', 'keycloak', 'line', 'linkedin', 'microsoft-entra-id', 'naver'],
  ['notion', 'okta', 'reddit', 'salesforce', 'slack', 'spotify', 'twitch', 'twitter', 'zoom'],
].flat()

test.each(WELL_KNOWN)('the button of %s has the mark of the brand and no letter', (id) => {
  const providers = [{ id, name: id, kind: 'redirect' as const, action: `/auth/signin/${id}` }]
  const { html } = renderPage(
    { page: 'signin', props: { providers, callbackUrl: '/' } },
    { theme: {}, nonce: 'n', findIcon: findBrandIcon },
  )
  const [button] = allOf(readPage(html), 'button')
  expect(button && allOf(button, 'path').length).toBeGreaterThan(0)
  expect(html).not.toContain(' data-letter=')
})

test.each([
  ['google', ['#EA4335', '#4285F4', '#FBBC05', '#34A853']],
  ['microsoft-entra-id', ['#F25022', '#00A4EF', '#7FBA00', '#FFB900']],
  ['slack', ['#E01E5A', '#36C5F0', '#2EB67D', '#ECB22E']],
  ['gitlab', ['#E24329', '#FC6D26', '#FCA326', '#FC6D26']],
])('the mark of %s has its own colors', (id, colors) => {
  const path = brandIcons.get(id)?.path
  expect(Array.isArray(path) && path.map(([color]: readonly string[]) => color)).toEqual(colors)
})

test.each([
  ['line', '#06c755'],
  ['naver', '#03c75a'],
  ['google', '#fff'],
])('the mark of %s stands on %s, in the colors of its entry', async (id, background) => {
  const { default: Provider } = await import(`../../src/providers/${id}.ts`)
  const { style } = Provider({})
  const providers = [{ id, name: id, kind: 'redirect' as const, action: `/auth/signin/${id}`, style }]
  const { html } = renderPage(
    { page: 'signin', props: { providers, callbackUrl: '/' } },
    { theme: {}, nonce: 'n', findIcon: findBrandIcon },
  )
  expect(html.replaceAll(/\s/g, '')).toContain(`.icon-0{background:${background};color:${style.text}}`)
})

const signInPageWith = async (provider: Provider): Promise<string> => {
  const browser = setUpAuth({ providers: [provider] }).browser()
  return (await browser.get('/auth/signin')).text()
}

const client = { clientId: 'a', clientSecret: 'b' }

test('the sign-in page of a config has the marks of its providers and no other', async () => {
  const page = await signInPageWith(GitHub({ ...client, id: 'work' }))
  const paths = allOf(readPage(page), 'button').flatMap((button) => allOf(button, 'path'))
  expect(paths.map(({ attributes }) => attributes.get('d'))).toEqual([brandIcons.get('github')?.path])
})

test('an application gives its own provider a mark', async () => {
  const icon = { color: '#123456', path: 'M0 0h24v24H0z' }
  const page = await signInPageWith(GitHub({ ...client, id: 'own', icon }))
  expect(page).toContain('<path d="M0 0h24v24H0z" />')
})
