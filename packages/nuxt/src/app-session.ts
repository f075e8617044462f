import type { SessionOfConfig } from '@authwright/core/framework'
import type { Session } from '@authwright/core'

/** The types of the application. The module adds the member `config`, with the type of the config. */
export interface Register {}

/** The session of the application, as the callback `session` of its config returns it. */
export type AppSession = Register extends { readonly config: infer Source } ? SessionOfConfig<Source> : Session
