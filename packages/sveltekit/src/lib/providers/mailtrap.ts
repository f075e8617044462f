export * from '@authwright/core/providers/mailtrap'
export { default } from '@authwright/core/providers/mailtrap'
