export * from '@gatehouse/core/providers/huggingface'
export { default } from '@gatehouse/core/providers/huggingface'
