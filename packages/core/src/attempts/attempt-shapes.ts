import { isObject } from '../base/json.ts'
import { fits, isFlag, isNumber, isOneOf, isText, isTexts, maybe } from '../base/shape.ts'
import type { Shape } from '../base/shape.ts'
import type { EmailChangeAttempt, EmailAttempt, OAuthAttempt, Attempt } from './attempt.ts'

const oauth: Shape<OAuthAttempt> = {
  kind: isText,
  provider: isText,
  state: isText,
  redirectUri: isText,
  registration: isText,
  issuer: maybe(isText),
  nonce: maybe(isText),
  codeVerifier: maybe(isText),
  maxAge: maybe(isNumber),
  acr: maybe(isTexts),
  target: isText,
  linkTo: maybe(isText),
  mayLink: maybe(isFlag),
  created: isNumber,
}

const email: Shape<EmailAttempt> = {
  kind: isText,
  provider: isText,
  identifier: isText,
  state: isText,
  code: maybe(isText),
  codeExpiresIn: maybe(isNumber),
  target: isText,
  created: isNumber,
  expiresIn: isNumber,
}

const change: Shape<EmailChangeAttempt> = {
  kind: isOneOf('change'),
  provider: isText,
  state: isText,
  userId: isText,
  from: (value) => value === null || isText(value),
  wasUnverified: maybe(isFlag),
  to: isText,
  code: maybe(isText),
  codeExpiresIn: maybe(isNumber),
  requestedFrom: isObject,
  created: isNumber,
  expiresIn: isNumber,
}

const shapes = new Map<unknown, Readonly<Record<string, (value: unknown) => boolean>>>(
  Object.entries({ oauth, email, change } satisfies Record<Attempt['kind'], unknown>),
)

/** Whether contents that were sealed with our key are those of a transaction that this version understands. */
export const isAttempt = (value: unknown): value is Attempt => {
  const shape = isObject(value) ? shapes.get(value['kind']) : undefined
  return shape !== undefined && fits(value, shape)
}

/** The same for a wish to have another address. */
export const isEmailChange = (value: unknown): value is EmailChangeAttempt => fits(value, change)
