import { AuthError } from '@authwright/core/errors'
import { error, type RequestEvent } from '@sveltejs/kit'
import { pathsBase } from './environment.ts'

/** The fields of a sign-in or sign-out form. */
export interface SignInForm {
  readonly provider: string | undefined
  readonly authorizationParams: Readonly<Record<string, string>>
  readonly redirect: boolean
  readonly redirectTo: string
  /** All other fields: the e-mail address, the password, the CSRF token. */
  readonly fields: Readonly<Record<string, string>>
}

const PREFIX = 'authorizationParams-'

const CONTROL_FIELDS: ReadonlySet<string> = new Set(['providerId', 'redirect', 'redirectTo', 'callbackUrl'])

const FALSE_VALUES: readonly string[] = ['false', '0', 'no', 'off']

const readFields = async ({ request }: RequestEvent): Promise<ReadonlyMap<string, string>> => {
  if (request.bodyUsed)
    throw new AuthError(
      'The body of the request was already read. Read a clone: await event.request.clone().formData()',
    )
  const fields = new Map<string, string>()
  for (const [name, value] of await request.formData()) {
    // As in the engine: of a repeated field the intended value is unknown.
    if (fields.has(name)) error(400, 'The request could not be read.')
    if (typeof value === 'string') fields.set(name, value)
  }
  return fields
}

const nonEmpty = (text: string | null | undefined): string | undefined =>
  text === null || text === '' ? undefined : text

/** Read a sign-in or sign-out form. Without a redirect target it is the page that sent the form. */
export const readForm = async (event: RequestEvent): Promise<SignInForm> => {
  const form = await readFields(event)
  const entries = [...form]
  const parameters = entries
    .filter(([name]) => name.startsWith(PREFIX))
    .map(([name, value]) => [name.slice(PREFIX.length), value])
  const fields = entries.filter(([name]) => !name.startsWith(PREFIX) && !CONTROL_FIELDS.has(name))
  return {
    provider: nonEmpty(form.get('providerId')),
    authorizationParams: Object.fromEntries(parameters),
    redirect: !FALSE_VALUES.includes(form.get('redirect')?.toLowerCase() ?? ''),
    redirectTo:
      nonEmpty(form.get('redirectTo')) ??
      nonEmpty(form.get('callbackUrl')) ??
      nonEmpty(event.request.headers.get('referer')) ??
      `${await pathsBase()}/`,
    fields: Object.fromEntries(fields),
  }
}
