import type { IncomingMessage, ServerResponse } from 'node:http'
import type Provider from 'oidc-provider'
import { readForm } from '../local-server/form.ts'
import { sendPage } from '../local-server/page.ts'
import { chooserPage, errorPage } from './pages.ts'
import type { Person } from './people.ts'

type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const show = async (
  provider: Provider,
  people: readonly Person[],
  interaction: Interaction,
  response: ServerResponse,
) => {
  const client = await provider.Client.find(textOf(interaction.params.client_id))
  sendPage(response, 200, chooserPage(client?.clientName ?? client?.clientId ?? 'an unknown site', people))
}

/** A grant of all that the site asked for. */
const grantTo = async (provider: Provider, person: Person, interaction: Interaction): Promise<string> => {
  const grant = new provider.Grant({ accountId: person.id, clientId: textOf(interaction.params.client_id) })
  grant.addOIDCScope(textOf(interaction.params.scope))
  return grant.save()
}

const choose = async (
  provider: Provider,
  people: readonly Person[],
  interaction: Interaction,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const form = await readForm(request)
  if (form.has('deny')) {
    const denial = { error: 'access_denied', error_description: 'The person said no.' }
    return provider.interactionFinished(request, response, denial, { mergeWithLastSubmission: false })
  }
  const person = people.find((candidate) => candidate.id === form.get('person'))
  if (person === undefined)
    return sendPage(response, 400, errorPage('unknown_person', 'Nobody of this name lives here.'))
  const grantId = await grantTo(provider, person, interaction)
  const result = { login: { accountId: person.id }, consent: { grantId } }
  return provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
}

/** The page on which a person is chosen, and its form. */
export const interact = async (
  provider: Provider,
  people: readonly Person[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const interaction = await provider.interactionDetails(request, response).catch(() => undefined)
  if (interaction === undefined) {
    return sendPage(response, 400, errorPage('expired', 'This sign-in is over. Begin again at the site you came from.'))
  }
  return request.method === 'POST'
    ? choose(provider, people, interaction, request, response)
    : show(provider, people, interaction, response)
}
