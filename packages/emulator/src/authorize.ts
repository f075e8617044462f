import type { ServerResponse } from 'node:http'
import { sendPage } from '@authwright/testing/local-server'
import { answerOf, denialOf, grantOf, readAsking, type Asking } from './authorization.ts'
import type { Grants } from './grants.ts'
import { authorizationPage, formPostPage } from './pages.ts'
import { people } from './person.ts'
import type { MockRequest, ProviderMock } from './provider-mock.ts'
import { Refusal } from './refusal.ts'

const sendBack = (response: ServerResponse, { redirectUri, mode }: Asking, answer: URLSearchParams): void => {
  // Without a referrer the form's origin would be `null`, which an application cannot tell from anybody's.
  if (mode === 'form_post') return sendPage(response, 200, formPostPage(redirectUri.href, answer), 'strict-origin')
  const url = new URL(redirectUri)
  for (const [name, value] of answer) url.searchParams.append(name, value)
  response.writeHead(303, { location: url.href, 'cache-control': 'no-store' })
  response.end()
}

/** The page on which a person is chosen, and its form. Throws a `Refusal`. */
export const authorize = (
  plays: readonly ProviderMock[],
  grants: Grants,
  asked: MockRequest,
  response: ServerResponse,
): void => {
  const asking = readAsking(plays, asked.query)
  if (asked.method !== 'POST')
    return sendPage(
      response,
      200,
      authorizationPage(new URL(asking.play.authorization.url).host, asking.redirectUri.host),
    )
  const form = new URLSearchParams(asked.body)
  if (form.has('deny')) return sendBack(response, asking, denialOf(asking))
  const person = people.find(({ id }) => id === form.get('person'))
  if (person === undefined) throw new Refusal('unknown_person', 'Nobody of this name lives here.')
  sendBack(response, asking, answerOf(asking, person, grants.issueCode(grantOf(asking, person))))
}
