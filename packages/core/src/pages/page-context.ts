import type { Messages } from '../types/messages.ts'
import type { ChosenComponents } from '../types/page-components.ts'
import type { ProviderIcon } from '../types/providers.ts'
import type { Scheme } from './markup/css.ts'

/** The brand icon of the provider with an id. Always the same function for a config. */
export type FindIcon = (id: string) => ProviderIcon | undefined

/** What all parts of a page share. */
export interface PageContext {
  readonly messages: Messages
  /** The parts that the application replaces, always the same object for a config. */
  readonly components: ChosenComponents
  readonly findIcon: FindIcon
  readonly scheme: Scheme
  /** The current time in milliseconds since the epoch. */
  readonly now: number
}
