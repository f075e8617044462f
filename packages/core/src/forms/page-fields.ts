import { isObject, defined } from '../base/json.ts'
import type { PageField } from '../types/page-props.ts'
import type { CredentialInput } from '../types/providers.ts'

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

const toField = (name: string, input: CredentialInput): PageField => ({
  name,
  label: text(input.label) ?? name,
  type: text(input.type) ?? 'text',
  ...defined({
    labels: isObject(input.labels) ? input.labels : undefined,
    placeholder: text(input.placeholder),
    autocomplete: text(input['autocomplete']) ?? text(input['autoComplete']),
    required: input['required'] === true ? true : undefined,
  }),
})

export const toPageFields = (fields: unknown): readonly PageField[] =>
  Object.entries(isObject(fields) ? fields : {}).flatMap(([name, input]) =>
    isObject(input) ? [toField(name, input)] : [],
  )
