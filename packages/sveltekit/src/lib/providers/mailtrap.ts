export * from '@gatehouse/core/providers/mailtrap'
export { default } from '@gatehouse/core/providers/mailtrap'
