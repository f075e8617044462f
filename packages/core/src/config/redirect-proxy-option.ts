import { InvalidConfig } from '../errors/error-classes.ts'

const readList = (value: unknown, option: string): readonly string[] => {
  if (value === undefined || value === null) return []
  if (!Array.isArray(value) || !value.every((item) => typeof item === 'string')) {
    throw new InvalidConfig(`${option} has to be an array of strings`)
  }
  return Object.freeze([...value])
}

const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** `*` stands for one label, or part of one, of a host name; the rest is compared letter for letter. */
const toPattern = (origin: string): RegExp =>
  new RegExp(`^${origin.replace(/\/$/, '').split('*').map(escape).join('[a-z0-9-]+')}$`)

/** Patterns of the origins that a redirect proxy may send people back to. */
export const readProxyOrigins = (value: unknown): readonly RegExp[] =>
  readList(value, 'redirectProxyOrigins').map(toPattern)
