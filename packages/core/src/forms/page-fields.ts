import { isObject } from '../base/json.ts'
import { defined } from '../base/record.ts'
import type { PageField } from '../types/page-props.ts'
import type { CredentialInput } from '../types/providers.ts'

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

const toField = ([name, input]: readonly [string, CredentialInput]): PageField => ({
  name,
  label: text(input.label) ?? name,
  type: text(input.type) ?? 'text',
  ...defined({
    placeholder: text(input.placeholder),
    autocomplete: text(input['autocomplete']) ?? text(input['autoComplete']),
    required: input['required'] === true ? true : undefined,
  }),
})

const isField = (entry: [string, unknown]): entry is [string, CredentialInput] => isObject(entry[1])

/** Input fields that a provider declares, as a page shows them. */
export const toPageFields = (fields: unknown): readonly PageField[] =>
  isObject(fields) ? Object.entries(fields).filter(isField).map(toField) : []
