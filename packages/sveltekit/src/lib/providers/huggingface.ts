export * from '@authwright/core/providers/huggingface'
export { default } from '@authwright/core/providers/huggingface'
