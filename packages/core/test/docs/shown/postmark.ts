import Postmark from '@authwright/core/providers/postmark'

export const email = Postmark({ from: 'sign-in@example.com' }) // with AUTH_POSTMARK_KEY
