export * from '@gatehouse/core/providers/roblox'
export { default } from '@gatehouse/core/providers/roblox'
