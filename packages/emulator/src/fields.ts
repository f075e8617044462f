import type { MockRequest, Json } from './provider-mock.ts'

/** Of all that there is, the members named in the parameter `fields`, and those that always come. */
export const askedFields = (all: Json, { query }: MockRequest, always: readonly string[] = []): Json => {
  const wanted = [...always, ...(query.get('fields') ?? '').split(',')]
  return Object.fromEntries(Object.entries(all).filter(([name, value]) => wanted.includes(name) && value !== undefined))
}
