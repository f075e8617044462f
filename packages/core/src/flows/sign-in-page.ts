import { isObject } from '../base/json.ts'
import type { ProviderSummary } from '../config/providers.ts'
import { resolveCredentialsProvider } from '../credentials/provider.ts'
import { findErrorWord, readPublicType } from '../errors/table.ts'
import type { CredentialInput, ProviderType } from '../types/providers.ts'
import type { PageField, PageProvider } from '../types/pages.ts'
import { redirectTo, show } from '../web/answer.ts'
import { ownerPage } from '../web/return-target.ts'
import { formToken } from './csrf.ts'
import type { Flow } from './flow.ts'
import { readTarget, rememberTarget } from './where-to.ts'

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

const toField = ([name, input]: readonly [string, CredentialInput]): PageField => {
  const placeholder = text(input.placeholder)
  const autocomplete = text(input['autocomplete']) ?? text(input['autoComplete'])
  return {
    name,
    label: text(input.label) ?? name,
    type: text(input.type) ?? 'text',
    ...(placeholder === undefined ? {} : { placeholder }),
    ...(autocomplete === undefined ? {} : { autocomplete }),
    ...(input['required'] === true ? { required: true } : {}),
  }
}

type ToPage = (provider: ProviderSummary, base: string) => PageProvider | undefined

const leaving: ToPage = ({ id, name, style }, base) => ({
  id,
  name,
  kind: 'redirect',
  action: `${base}/signin/${id}`,
  ...(style === undefined ? {} : { style }),
})

/** What each type of provider shows; passkeys bring their own part. */
const rows: Readonly<Record<ProviderType, ToPage>> = {
  oauth: leaving,
  oidc: leaving,
  email: ({ id, name }, base) => ({ id, name, kind: 'email', action: `${base}/signin/${id}` }),
  credentials: ({ id, name, written }, base) => {
    const { fields } = resolveCredentialsProvider(written)
    const shown = Object.entries(fields).filter(([, input]) => isObject(input))
    return shown.length === 0
      ? undefined
      : { id, name, kind: 'credentials', action: `${base}/callback/${id}`, fields: shown.map(toField) }
  },
  webauthn: () => undefined,
}

/** `GET /signin`, and `GET /signin/<provider>`, which shows that one alone: a link never starts a sign-in by itself. */
export const signInPage: Flow = async (request, site) => {
  const target = await readTarget(request, site)
  const remember = rememberTarget(request, site, target)
  const error = readPublicType(request.query.get('error')) ?? (request.query.has('error') ? 'Default' : undefined)
  const { signIn: page } = site.config.pages
  if (page !== undefined) {
    return redirectTo(
      ownerPage(page, request.origin, { callbackUrl: target, error: findErrorWord(request.query.get('error')) }),
      remember,
    )
  }
  const { csrfToken, cookies } = await formToken(site, request.cookies)
  const wanted = site.config.providers.find(request.providerId)
  const providers = (wanted === undefined ? site.config.providers.all : [wanted])
    .map((provider) => rows[provider.type](provider, request.base))
    .filter((provider) => provider !== undefined)
  const props = {
    providers,
    callbackUrl: target,
    ...(csrfToken === undefined ? {} : { csrfToken }),
    ...(error === undefined ? {} : { error }),
  }
  return show({ page: 'signin', props }, [...cookies, ...remember])
}
