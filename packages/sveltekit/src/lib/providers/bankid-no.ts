export * from '@authwright/core/providers/bankid-no'
export { default } from '@authwright/core/providers/bankid-no'
