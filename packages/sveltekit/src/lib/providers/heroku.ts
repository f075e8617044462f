export * from '@gatehouse/core/providers/heroku'
export { default } from '@gatehouse/core/providers/heroku'
