import type { Asked, Json } from './play.ts'

/** Of all that there is, the members named in the parameter `fields`, and those that always come. */
export const askedFields = (all: Json, { query }: Asked, always: readonly string[] = []): Json => {
  const wanted = [...always, ...(query.get('fields') ?? '').split(',')]
  return Object.fromEntries(Object.entries(all).filter(([name, value]) => wanted.includes(name) && value !== undefined))
}
