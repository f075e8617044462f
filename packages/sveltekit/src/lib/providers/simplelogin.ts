export * from '@authwright/core/providers/simplelogin'
export { default } from '@authwright/core/providers/simplelogin'
