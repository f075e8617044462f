import { describe, expect, test } from 'vitest'
import { cookieHeader, lastError, visit, type AppRequest, type Page } from './support/kit.ts'
import { ann, makeSite, postSignIn } from './support/site.ts'

const page: Page = ({ locals }) => locals.requireUser(({ user }) => user.name === 'Ann')
const opened = { accept: 'text/html', 'sec-fetch-mode': 'navigate' }
const request = (more: Partial<AppRequest> = {}) => visit(makeSite(), { path: '/notes?sort=new', ...more }, page)

const signedIn = async (name: string) => cookieHeader(await postSignIn(makeSite(), { ...ann, name }))

describe('locals.requireUser', () => {
  test('lets a signed-in user pass who passes the check', async () => {
    const response = await request({ headers: { ...opened, cookie: await signedIn('ann') } })
    expect(await response.json()).toMatchObject({ user: { name: 'Ann' } })
  })

  test('redirects a signed-out user to the sign-in page, which leads back', async () => {
    const response = await request({ headers: opened })
    expect(response.status).toBe(303)
    const { pathname, searchParams } = new URL(response.headers.get('location') ?? '', 'https://app.example')
    expect([pathname, searchParams.get('callbackUrl')]).toEqual(['/auth/signin', '/notes?sort=new'])
  })

  test('redirects the data request of a page in the same way', async () => {
    const headers = { accept: '*/*', 'sec-fetch-mode': 'cors' }
    const response = await request({ headers, event: { isDataRequest: true } })
    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toContain(encodeURIComponent('/notes?sort=new'))
  })

  test.each([
    ['a script without a session', 401, ''],
    ['a user who fails the check', 403, 'carol'],
  ])('refuses %s with status %i', async (_what, status, name) => {
    const cookie = name === '' ? '' : await signedIn(name)
    await request({ headers: { accept: 'application/json', cookie } })
    expect(lastError()).toMatchObject({ status })
  })
})
