export * from '@gatehouse/core/providers/freshbooks'
export { default } from '@gatehouse/core/providers/freshbooks'
