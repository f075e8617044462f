import type { IncomingMessage, ServerResponse } from 'node:http'
import type Provider from 'oidc-provider'
import { readForm } from '../local-server/read-form.ts'
import { sendPage } from '../local-server/render-page.ts'
import { chooserPage, errorPage } from './chooser-page.ts'
import type { ProviderUser } from './provider-users.ts'

type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const show = async (
  provider: Provider,
  users: readonly ProviderUser[],
  interaction: Interaction,
  response: ServerResponse,
) => {
  const client = await provider.Client.find(textOf(interaction.params.client_id))
  sendPage(response, 200, chooserPage(client?.clientName ?? client?.clientId ?? 'an unknown application', users))
}

/** A grant of every requested scope. */
const grantTo = async (provider: Provider, user: ProviderUser, interaction: Interaction): Promise<string> => {
  const grant = new provider.Grant({ accountId: user.id, clientId: textOf(interaction.params.client_id) })
  grant.addOIDCScope(textOf(interaction.params.scope))
  return grant.save()
}

const choose = async (
  provider: Provider,
  users: readonly ProviderUser[],
  interaction: Interaction,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const form = await readForm(request)
  if (form.has('deny')) {
    const denial = { error: 'access_denied', error_description: 'The user denied the request.' }
    return provider.interactionFinished(request, response, denial, { mergeWithLastSubmission: false })
  }
  const user = users.find((candidate) => candidate.id === form.get('person'))
  if (user === undefined) return sendPage(response, 400, errorPage('unknown_person', 'There is no such user.'))
  const grantId = await grantTo(provider, user, interaction)
  const result = { login: { accountId: user.id }, consent: { grantId } }
  return provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
}

/** The page on which a user is chosen, and its form. */
export const interact = async (
  provider: Provider,
  users: readonly ProviderUser[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const interaction = await provider.interactionDetails(request, response).catch(() => undefined)
  if (interaction === undefined) {
    return sendPage(response, 400, errorPage('expired', 'This sign-in has expired. Start again in the application.'))
  }
  return request.method === 'POST'
    ? choose(provider, users, interaction, request, response)
    : show(provider, users, interaction, response)
}
