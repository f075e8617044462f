import type { SessionOfConfig } from '@authwright/core/framework'
import type { Session } from '@authwright/core'

/**
 * The types of the application. The module adds the member `config`, with the type of the config.
 * @example const hasConfig = (register: Register) => 'config' in register
 */
export interface Register {}

/**
 * The session of the application, as the callback `session` of its config returns it.
 * @example const nameOf = (session: AppSession | null) => session?.user?.name
 */
export type AppSession = Register extends { readonly config: infer Source } ? SessionOfConfig<Source> : Session
