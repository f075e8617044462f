import { afterAll, beforeAll, expect, test } from 'vitest'
import { MicrosoftEntraID } from '@authwright/core/providers/microsoft-entra-id'
import { people, providerMocks } from '../../src/index.ts'
import { startApplication, type Application } from './application.ts'
import { environmentOf, signInAs } from './sign-in.ts'

const [ada, grace, alan] = people

const mock = providerMocks.find(({ id }) => id === 'microsoft-entra-id')
if (mock === undefined) throw new Error('there is no mock of Entra')

let application: Application

beforeAll(async () => {
  application = await startApplication()
})
afterAll(() => application.close())

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
])('the requested photo is in the profile and is not the image of the user', async (person, name) => {
  const outcome = await signInAs(application, mock, entry(48), environmentOf(mock), person)
  expect(outcome).toEqual({ seen: { ...mock.expects(person), name } })
})

test('a user without a photo signs in', async () => {
  expect(await signInAs(application, mock, entry(64), environmentOf(mock), ada)).toMatchObject({
    seen: { name: 'no photo' },
  })
})
