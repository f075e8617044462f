export * from '@gatehouse/core/providers/bankid-no'
export { default } from '@gatehouse/core/providers/bankid-no'
