export * from '@authwright/core/providers/nodemailer'
export { default } from '@authwright/core/providers/nodemailer'
