import { AuthError } from '@authwright/core/errors'
import type { RequestEvent } from '@sveltejs/kit'
import { pathsBase } from './environment.ts'

/** What a form says. */
export interface SignInForm {
  readonly provider: string | undefined
  readonly authorizationParams: Readonly<Record<string, string>>
  readonly redirect: boolean
  readonly redirectTo: string
  /** All else: the address, the password, the CSRF token. */
  readonly fields: Readonly<Record<string, string>>
}

const PREFIX = 'authorizationParams-'

const OWN: ReadonlySet<string> = new Set(['providerId', 'redirect', 'redirectTo', 'callbackUrl'])

const NO: readonly string[] = ['false', '0', 'no', 'off']

const readTexts = async ({ request }: RequestEvent): Promise<ReadonlyMap<string, string>> => {
  if (request.bodyUsed)
    throw new AuthError('The form was read before: hand the action a request whose body is untouched')
  const texts = new Map<string, string>()
  for (const [name, value] of await request.formData()) {
    // The first of a repeated field counts, as everywhere in the engine.
    if (typeof value === 'string' && !texts.has(name)) texts.set(name, value)
  }
  return texts
}

const set = (text: string | undefined): string | undefined => (text === '' ? undefined : text)

/** Read the form of a sign-in or sign-out. Where to go afterwards is the form's word, else the page it was sent from. */
export const readForm = async (event: RequestEvent): Promise<SignInForm> => {
  const texts = await readTexts(event)
  const entries = [...texts]
  const parameters = entries
    .filter(([name]) => name.startsWith(PREFIX))
    .map(([name, value]) => [name.slice(PREFIX.length), value])
  const fields = entries.filter(([name]) => !name.startsWith(PREFIX) && !OWN.has(name))
  return {
    provider: set(texts.get('providerId')),
    authorizationParams: Object.fromEntries(parameters),
    redirect: !NO.includes(texts.get('redirect')?.toLowerCase() ?? ''),
    redirectTo:
      set(texts.get('redirectTo')) ??
      set(texts.get('callbackUrl')) ??
      set(event.request.headers.get('referer') ?? undefined) ??
      `${pathsBase()}/`,
    fields: Object.fromEntries(fields),
  }
}
