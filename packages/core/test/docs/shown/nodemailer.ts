import Nodemailer from '@authwright/core/providers/nodemailer'

export const email = Nodemailer({
  server: 'smtp://user:password@smtp.example.com:587',
  from: 'The App <sign-in@example.com>',
  mode: 'both',
  limits: { sends: 5, attempts: 100 },
})
