export * from '@gatehouse/core/providers/threads'
export { default } from '@gatehouse/core/providers/threads'
