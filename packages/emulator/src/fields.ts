import type { MockRequest, Json } from './provider-mock.ts'

/** The members named in the query parameter `fields`, and those that the provider always sends. */
export const requestedFields = (all: Json, { query }: MockRequest, always: readonly string[] = []): Json => {
  const wanted = [...always, ...(query.get('fields') ?? '').split(',')]
  return Object.fromEntries(Object.entries(all).filter(([name, value]) => wanted.includes(name) && value !== undefined))
}
