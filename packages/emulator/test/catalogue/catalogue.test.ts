import { readdirSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { people, providerMocks, type Person, type ProviderMock } from '../../src/index.ts'
import { withoutEachPart, type Entry } from './parts.ts'
import { startSite, type Site } from './site.ts'
import { withoutSubject } from './subject.ts'
import { deny, environmentOf, ownOptions, walk, type Make, type Outcome } from './walk.ts'

const load = async ({ id, module = id }: ProviderMock): Promise<Make> => {
  const door = (await import(`../../../core/src/providers/${module}.ts`)) as { readonly default: Make }
  return door.default
}

let site: Site

beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.close())

/** What the application has to see, without what is only said to be missing. */
const wantedOf = (play: ProviderMock, person: Person): Outcome => {
  const { emailVerified = false, ...expected } = play.expects(person)
  const said = Object.entries(expected).filter(([, value]) => value !== undefined)
  return { seen: { id: expected.id, ...Object.fromEntries(said), emailVerified } }
}

/** WeChat knows people by `openid` where there is no `unionid`; an id of SAML Jackson has three parts. */
const secondIds = ({ id }: ProviderMock, { id: name, uuid }: Person): readonly string[] =>
  ({ wechat: [`o6_${name}`], 'boxyhq-saml': [uuid] })[id] ?? []

const isAsExpected = async (play: ProviderMock, entry: ReturnType<Make>): Promise<boolean> => {
  for (const person of people) {
    const outcome = await walk(site, play, entry, environmentOf(play), person)
    if (!isDeepStrictEqual(outcome, wantedOf(play, person))) return false
  }
  return true
}

test('every play of the folder is in the list', () => {
  const files = readdirSync(new URL('../../src/providers', import.meta.url)).filter((name) => name.endsWith('.ts'))
  expect(providerMocks.map(({ id }) => id)).toHaveLength(files.length)
  expect(new Set(providerMocks.map(({ id }) => id)).size).toBe(files.length)
})

describe.each(providerMocks.map((play) => [play.id, play] as const))('%s', (id, play) => {
  const env = environmentOf(play)

  test('makes an entry without arguments, under its id', async () => {
    const make = await load(play)
    expect(make()).toMatchObject({ id, name: expect.stringMatching(/\S/) as string })
  })

  test.each(people.map((person) => [person.name, person] as const))(
    'lets %s in, configured by the environment',
    async (_name, person) => {
      const make = await load(play)
      const own = ownOptions(play)
      const entry = Object.keys(own).length === 0 ? (make as unknown as ReturnType<Make>) : make(own)
      expect(await walk(site, play, entry, env, person)).toEqual(wantedOf(play, person))
    },
  )

  test('comes back to the sign-in page when the person says no', async () => {
    const make = await load(play)
    const end = await deny(site, play, make(ownOptions(play)), env)
    expect(end.pathname).toBe('/auth/signin')
    expect(end.searchParams.get('error')).toBe('OAuthCallbackError')
  })

  test('lets nobody in when the provider does not say who it is', async () => {
    const make = await load(play)
    const whole: Entry = { ...make(ownOptions(play)) }
    for (const person of people) {
      const entry = withoutSubject(whole, [play.expects(person).id, ...secondIds(play, person)])
      const outcome = await walk(site, play, entry as unknown as ReturnType<Make>, env, person)
      expect(outcome).toEqual({ stopped: expect.stringMatching(/has no account id|profile callback/) as string })
    }
  })

  test('needs every part of its entry', async () => {
    const make = await load(play)
    const whole: Entry = { ...make(ownOptions(play)) }
    const needless: string[] = []
    for (const { without, entry } of withoutEachPart(whole)) {
      if (await isAsExpected(play, entry as unknown as ReturnType<Make>)) needless.push(without)
    }
    expect(needless).toEqual([])
  })
})
