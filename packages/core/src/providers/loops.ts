import { InvalidConfig } from '../errors/error-classes.ts'
import type { EmailConfig, EmailUserConfig } from '../types/providers.ts'
import { bearer, mailService, type MailEntry } from './mail/service.ts'

/**
 * The Loops entry.
 * @example const templateOf = ({ transactionalId }: LoopsConfig) => transactionalId
 */
export type LoopsConfig = EmailConfig & {
  /**
   * The id of the template.
   * @example transactionalId: 'cm5x0abcd'
   */
  transactionalId?: string
}
/**
 * Options of the Loops entry.
 * @example const options: LoopsUserConfig = { transactionalId: 'cm5x0abcd' }
 */
export type LoopsUserConfig = EmailUserConfig & {
  /**
   * The id of the template. Required.
   * @example transactionalId: 'cm5x0abcd'
   */
  transactionalId?: string
}

/**
 * Sends e-mail with Loops, from a template. `transactionalId` names the template, which gets `url` and, if there is
 * one, `code`. Key: `apiKey` or `AUTH_LOOPS_KEY`. Source: github.com/Loops-so/loops-js, `POST /v1/transactional` (read
 * 2026-11-21).
 * @example
 * import Loops from '@authwright/core/providers/loops'
 * const config = { providers: [Loops({ transactionalId: 'cm5x0abcd' })] } // AUTH_LOOPS_KEY is set
 */
export const Loops: MailEntry<{ transactionalId?: string }> = mailService({
  id: 'loops',
  name: 'Loops',
  hasTemplates: true,
  build: ({ key, to, url, code, option }) => {
    const transactionalId = option('transactionalId')
    if (transactionalId === undefined)
      throw new InvalidConfig('Loops needs a transactionalId', {
        provider: 'loops',
        option: 'transactionalId',
        fix: 'Set the option transactionalId of provider "loops" to the id of a transactional e-mail of your account',
      })
    const dataVariables = { ...(url === undefined ? {} : { url }), ...(code === undefined ? {} : { code }) }
    return {
      url: 'https://app.loops.so/api/v1/transactional',
      headers: bearer(key),
      body: { transactionalId, email: to, dataVariables },
    }
  },
})

export default Loops
