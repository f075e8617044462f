import { afterAll, beforeAll, expect, test } from 'vitest'
import { MicrosoftEntraID } from '@authwright/core/providers/microsoft-entra-id'
import { people, providerMocks } from '../../src/index.ts'
import { startSite, type Site } from './site.ts'
import { environmentOf, walk } from './walk.ts'

const [ada, grace, alan] = people

const play = providerMocks.find(({ id }) => id === 'microsoft-entra-id')
if (play === undefined) throw new Error('nobody plays Entra')

let site: Site

beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.close())

/** Shows the picture of the profile where the tests can see it. */
const entry = (profilePhotoSize: 48 | 64) =>
  MicrosoftEntraID({
    profilePhotoSize,
    profile: ({ sub, email, picture }) => ({ id: sub, email, name: String(picture ?? 'no photo'), image: picture }),
  })

const photoOf = (name: string): string => `data:image/jpeg;base64,${btoa(`The photo of ${name}`)}`

test.each([
  [ada, photoOf('ada')],
  [grace, photoOf('grace')],
  [alan, 'no photo'],
])('a photo that was asked for is in the profile, and is no image of the user', async (person, name) => {
  const outcome = await walk(site, play, entry(48), environmentOf(play), person)
  expect(outcome).toEqual({ seen: { ...play.expects(person), name } })
})

test('a photo that nobody gives turns nobody away', async () => {
  expect(await walk(site, play, entry(64), environmentOf(play), ada)).toMatchObject({ seen: { name: 'no photo' } })
})
