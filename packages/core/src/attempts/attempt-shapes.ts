import { isObject } from '../base/json.ts'
import { hasShape, isBoolean, isNumber, isOneOf, isString, isStringArray, optional } from '../base/shape.ts'
import type { Shape } from '../base/shape.ts'
import type { EmailChangeAttempt, EmailAttempt, OAuthAttempt, Attempt } from './attempt.ts'

const oauth: Shape<OAuthAttempt> = {
  kind: isString,
  provider: isString,
  state: isString,
  redirectUri: isString,
  registration: isString,
  issuer: optional(isString),
  nonce: optional(isString),
  codeVerifier: optional(isString),
  maxAge: optional(isNumber),
  acr: optional(isStringArray),
  target: isString,
  linkTo: optional(isString),
  mayLink: optional(isBoolean),
  created: isNumber,
}

const email: Shape<EmailAttempt> = {
  kind: isString,
  provider: isString,
  identifier: isString,
  state: isString,
  code: optional(isString),
  codeExpiresIn: optional(isNumber),
  target: isString,
  created: isNumber,
  expiresIn: isNumber,
}

const change: Shape<EmailChangeAttempt> = {
  kind: isOneOf('change'),
  provider: isString,
  state: isString,
  userId: isString,
  from: (value) => value === null || isString(value),
  wasUnverified: optional(isBoolean),
  to: isString,
  code: optional(isString),
  codeExpiresIn: optional(isNumber),
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
  return shape !== undefined && hasShape(value, shape)
}

/** The same for a wish to have another address. */
export const isEmailChange = (value: unknown): value is EmailChangeAttempt => hasShape(value, change)
