import type { SessionOfConfig } from '@authwright/core/framework'
import type { Session } from '@authwright/core'

/**
 * The types of the application. The module adds the member `config`, with the type of the config.
 * @example type Config = Register extends { readonly config: infer Source } ? Source : never
 */
export interface Register {}

/**
 * The session of the application, as the callback `session` of its config returns it.
 * @example const greet = (session: AppSession | null) => `Hello ${session?.user?.name ?? 'guest'}`
 */
export type AppSession = Register extends { readonly config: infer Source } ? SessionOfConfig<Source> : Session
