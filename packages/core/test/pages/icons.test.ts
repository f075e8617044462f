import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { iconsText, target } from '../../scripts/icons.ts'
import { icons } from '../../src/pages/icons/icon-data.ts'
import { renderPage } from '../../src/pages/render.ts'
import { allOf, readPage } from './read-page.ts'

test('the icon file is the output of `node scripts/icons.ts`', { timeout: 30_000 }, async () => {
  expect(readFileSync(target, 'utf8')).toBe(await iconsText())
})

const WELL_KNOWN = [
  ['amazon', 'apple', 'atlassian', 'auth0', 'azure-ad', 'azure-ad-b2c', 'azure-devops', 'discord', 'dropbox'],
  ['facebook', 'github', 'gitlab', 'google', 'kakao', 'keycloak', 'line', 'linkedin', 'microsoft-entra-id', 'naver'],
  ['notion', 'okta', 'reddit', 'salesforce', 'slack', 'spotify', 'twitch', 'twitter', 'zoom'],
].flat()

test.each(WELL_KNOWN)('the button of %s has the mark of the brand and no letter', (id) => {
  const providers = [{ id, name: id, kind: 'redirect' as const, action: `/auth/signin/${id}` }]
  const { html } = renderPage({ page: 'signin', props: { providers, callbackUrl: '/' } }, { theme: {}, nonce: 'n' })
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
  const path = icons.get(id)?.path
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
  const { html } = renderPage({ page: 'signin', props: { providers, callbackUrl: '/' } }, { theme: {}, nonce: 'n' })
  expect(html.replaceAll(/\s/g, '')).toContain(`.icon-0{background:${background};color:${style.text}}`)
})
