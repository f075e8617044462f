export * from '@gatehouse/core/providers/nodemailer'
export { default } from '@gatehouse/core/providers/nodemailer'
