export * from '@authwright/core/providers/vk'
export { default } from '@authwright/core/providers/vk'
