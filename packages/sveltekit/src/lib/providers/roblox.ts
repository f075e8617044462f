export * from '@authwright/core/providers/roblox'
export { default } from '@authwright/core/providers/roblox'
