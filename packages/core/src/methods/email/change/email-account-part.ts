import type { AccountPart } from '../../../config/engine-types.ts'
import { confirmEmailCode, findOpenCode } from './confirm-code.ts'
import { findMailer } from './mailer.ts'
import { changeEmail } from './request-change.ts'

/** The e-mail address on the account page: a form for a new address, and for the code that this browser waits for. */
export const emailAccountPart: AccountPart = {
  actions: { 'email-change': changeEmail, 'email-code': confirmEmailCode },
  section: async (request, context, userId) => {
    if (findMailer(context) === undefined) return {}
    const open = await findOpenCode(context, request.cookies, userId)
    return { email: open === undefined ? {} : { code: { name: 'code', length: open.code.length } } }
  },
}
