import type { EmailConfig } from '@authwright/core/providers'

export const email: EmailConfig = {
  id: 'mail',
  name: 'E-mail',
  type: 'email',
  sendVerificationRequest: async ({ identifier, message, fetch }) => {
    await fetch('https://mail.example.com/send', {
      method: 'POST',
      body: JSON.stringify({ to: identifier, ...message }),
    })
  },
}
