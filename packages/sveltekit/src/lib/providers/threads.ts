export * from '@authwright/core/providers/threads'
export { default } from '@authwright/core/providers/threads'
