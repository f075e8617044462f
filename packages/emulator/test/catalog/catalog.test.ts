import { readdirSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { people, providerMocks, type Person, type ProviderMock } from '../../src/index.ts'
import { withoutEachPart, type Entry } from './without-part.ts'
import { startApplication, type Application } from './application.ts'
import { withoutSubject } from './without-subject.ts'
import { deny, environmentOf, ownOptions, signInAs, type Make, type Outcome } from './sign-in.ts'

const load = async ({ id, module = id }: ProviderMock): Promise<Make> => {
  const entry = (await import(`@authwright/core/providers/${module}`)) as { readonly default: Make }
  return entry.default
}

let application: Application

beforeAll(async () => {
  application = await startApplication()
})
afterAll(() => application.close())

/** What the application must see. */
const expectedOutcome = (mock: ProviderMock, person: Person): Outcome => {
  const { emailVerified = false, ...expected } = mock.expects(person)
  const present = Object.entries(expected).filter(([, value]) => value !== undefined)
  return { seen: { id: expected.id, ...Object.fromEntries(present), emailVerified } }
}

/** WeChat identifies users by `openid` where there is no `unionid`. An id of SAML Jackson has three parts. */
const secondIds = ({ id }: ProviderMock, { id: name, uuid }: Person): readonly string[] =>
  ({ wechat: [`o6_${name}`], 'boxyhq-saml': [uuid] })[id] ?? []

const isAsExpected = async (mock: ProviderMock, entry: ReturnType<Make>): Promise<boolean> => {
  for (const person of people) {
    const outcome = await signInAs(application, mock, entry, environmentOf(mock), person)
    if (!isDeepStrictEqual(outcome, expectedOutcome(mock, person))) return false
  }
  return true
}

test('the list names the mock of every file in the folder', () => {
  const files = readdirSync(new URL('../../src/providers', import.meta.url)).filter((name) => name.endsWith('.ts'))
  expect(providerMocks.map(({ id }) => id)).toHaveLength(files.length)
  expect(new Set(providerMocks.map(({ id }) => id)).size).toBe(files.length)
})

describe.each(providerMocks.map((mock) => [mock.id, mock] as const))('%s', (id, mock) => {
  const env = environmentOf(mock)

  test('makes an entry without arguments, under its id', async () => {
    const make = await load(mock)
    expect(make()).toMatchObject({ id, name: expect.stringMatching(/\S/) as string })
  })

  test.each(people.map((person) => [person.name, person] as const))(
    'signs %s in, configured by the environment',
    async (_name, person) => {
      const make = await load(mock)
      const own = ownOptions(mock)
      const entry = Object.keys(own).length === 0 ? (make as unknown as ReturnType<Make>) : make(own)
      expect(await signInAs(application, mock, entry, env, person)).toEqual(expectedOutcome(mock, person))
    },
  )

  test('redirects to the sign-in page when the user denies the request', async () => {
    const make = await load(mock)
    const end = await deny(application, mock, make(ownOptions(mock)), env)
    expect(end.pathname).toBe('/auth/signin')
    expect(end.searchParams.get('error')).toBe('OAuthCallbackError')
  })

  test('does not sign in when the provider sends no account id', async () => {
    const make = await load(mock)
    const whole: Entry = { ...make(ownOptions(mock)) }
    for (const person of people) {
      const entry = withoutSubject(whole, [mock.expects(person).id, ...secondIds(mock, person)])
      const outcome = await signInAs(application, mock, entry as unknown as ReturnType<Make>, env, person)
      expect(outcome).toEqual({ stopped: expect.stringMatching(/has no account id|profile callback/) as string })
    }
  })

  test('needs every part of its entry', async () => {
    const make = await load(mock)
    const whole: Entry = { ...make(ownOptions(mock)) }
    const needless: string[] = []
    for (const { without, entry } of withoutEachPart(whole)) {
      if (await isAsExpected(mock, entry as unknown as ReturnType<Make>)) needless.push(without)
    }
    expect(needless).toEqual([])
  })
})
