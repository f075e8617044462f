import type { ServerResponse } from 'node:http'
import { sendPage } from '@authwright/testing/local-server'
import {
  authorizationResponse,
  denialResponse,
  grantFor,
  readAuthorizationRequest,
  type AuthorizationRequest,
} from './authorization-request.ts'
import type { Grants } from './grants.ts'
import { authorizationPage, formPostPage } from './pages.ts'
import { people } from './person.ts'
import type { MockRequest, ProviderMock } from './provider-mock.ts'
import { ProviderError } from './provider-error.ts'

const sendBack = (
  response: ServerResponse,
  { redirectUri, mode }: AuthorizationRequest,
  parameters: URLSearchParams,
): void => {
  // Without a referrer the form's `Origin` would be `null`, which any page can produce.
  if (mode === 'form_post') return sendPage(response, 200, formPostPage(redirectUri.href, parameters), 'strict-origin')
  const url = new URL(redirectUri)
  for (const [name, value] of parameters) url.searchParams.append(name, value)
  response.writeHead(303, { location: url.href, 'cache-control': 'no-store' })
  response.end()
}

/** Serves the page on which a user is chosen, and its form. Throws a `ProviderError`. */
export const authorize = (
  mocks: readonly ProviderMock[],
  grants: Grants,
  { method, query, body }: MockRequest,
  response: ServerResponse,
): void => {
  const request = readAuthorizationRequest(mocks, query)
  if (method !== 'POST')
    return sendPage(
      response,
      200,
      authorizationPage(new URL(request.mock.authorization.url).host, request.redirectUri.host),
    )
  const form = new URLSearchParams(body)
  if (form.has('deny')) return sendBack(response, request, denialResponse(request))
  const person = people.find(({ id }) => id === form.get('person'))
  if (person === undefined) throw new ProviderError('unknown_person', 'There is no such user.')
  sendBack(response, request, authorizationResponse(request, person, grants.issueCode(grantFor(request, person))))
}
