import type { Session } from '@authwright/client'
import { SessionProvider, useSession, type SessionProviderProps } from '@authwright/client/react'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, expectTypeOf, test } from 'vitest'

const session = { user: { name: 'Ann' }, expires: '2030-01-01T00:00:00.000Z' }

const Shown = ({ required = false }: { readonly required?: boolean }) => {
  const { status, data } = required ? useSession({ required: true }) : useSession()
  return createElement('p', null, `${status} ${data?.user?.name ?? '-'}`)
}

const render = (props: SessionProviderProps, required?: boolean) =>
  renderToString(createElement(SessionProvider, props, createElement(Shown, { required: required ?? false })))

test('a server renders the session that it was given', () => {
  expect(render({ session })).toBe('<p>authenticated Ann</p>')
  expect(render({ session: null })).toBe('<p>unauthenticated -</p>')
  expect(render({})).toBe('<p>loading -</p>')
})

test('a server renders a required session that is missing as loading', () => {
  expect(render({ session: null }, true)).toBe('<p>loading -</p>')
  expect(render({ session }, true)).toBe('<p>authenticated Ann</p>')
})

test('a server renders the session of a request in no other request', () => {
  expect(render({ session, basePath: '/staff/auth' })).toContain('Ann')
  expect(renderToString(createElement(Shown))).toBe('<p>loading -</p>')
})

test('useSession has the session of the application, and with required never a signed-out user', () => {
  type Value = ReturnType<typeof useSession>
  expectTypeOf<Value['data']>().toEqualTypeOf<Session | null>()
  expectTypeOf<Value['status']>().toEqualTypeOf<'loading' | 'authenticated' | 'unauthenticated'>()
  expectTypeOf<Extract<Value, { status: 'authenticated' }>['data']>().toEqualTypeOf<Session>()
  const Own = () => {
    const { data } = useSession<Session & { readonly role: string }>()
    expectTypeOf(data?.role).toEqualTypeOf<string | undefined>()
    const required = useSession({ required: true })
    expectTypeOf(required.status).toEqualTypeOf<'loading' | 'authenticated'>()
    if (required.status !== 'loading') expectTypeOf(required.data).toEqualTypeOf<Session>()
    return null
  }
  expect(renderToString(createElement(Own))).toBe('')
})
