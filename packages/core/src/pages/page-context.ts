import type { Messages } from '../types/messages.ts'
import type { ChosenComponents } from '../types/page-components.ts'
import type { Scheme } from './markup/css.ts'

/** What all parts of a page share. */
export interface PageContext {
  readonly messages: Messages
  /** The parts that the application replaces, always the same object for a config. */
  readonly components: ChosenComponents
  readonly scheme: Scheme
  /** The current time in milliseconds since the epoch. */
  readonly now: number
}
