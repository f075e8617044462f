import { isObject } from '../base/json.ts'
import { fits, isFlag, isNumber, isOneOf, isText, isTexts, maybe } from '../base/shape.ts'
import type { Shape } from '../base/shape.ts'
import type {
  ChangeTransaction,
  EmailTransaction,
  OAuthTransaction,
  ReceiptTransaction,
  Transaction,
} from './transaction.ts'

const oauth: Shape<OAuthTransaction> = {
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

const email: Shape<EmailTransaction> = {
  kind: isText,
  provider: isText,
  identifier: isText,
  state: isText,
  code: maybe(isText),
  codeLasts: maybe(isNumber),
  target: isText,
  created: isNumber,
  lasts: isNumber,
}

const receipt: Shape<ReceiptTransaction> = {
  kind: isText,
  provider: isText,
  state: isText,
  code: maybe(isText),
  userId: isText,
  target: isText,
  created: isNumber,
  lasts: isNumber,
}

const change: Shape<ChangeTransaction> = {
  kind: isOneOf('change'),
  provider: isText,
  state: isText,
  userId: isText,
  from: (value) => value === null || isText(value),
  wasClaimed: maybe(isFlag),
  to: isText,
  code: maybe(isText),
  codeLasts: maybe(isNumber),
  askedFrom: isObject,
  created: isNumber,
  lasts: isNumber,
}

const shapes = new Map<unknown, Readonly<Record<string, (value: unknown) => boolean>>>(
  Object.entries({ oauth, email, receipt, change } satisfies Record<Transaction['kind'], unknown>),
)

/** Whether contents that were sealed with our key are those of a transaction that this version understands. */
export const isTransaction = (value: unknown): value is Transaction => {
  const shape = isObject(value) ? shapes.get(value['kind']) : undefined
  return shape !== undefined && fits(value, shape)
}

/** The same for a wish to have another address. */
export const isChange = (value: unknown): value is ChangeTransaction => fits(value, change)
