export * from '@authwright/core/providers/heroku'
export { default } from '@authwright/core/providers/heroku'
