export * from '@authwright/core/providers/yandex'
export { default } from '@authwright/core/providers/yandex'
