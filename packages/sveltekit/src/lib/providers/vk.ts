export * from '@gatehouse/core/providers/vk'
export { default } from '@gatehouse/core/providers/vk'
