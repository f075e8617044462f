export * from '@authwright/test-kit/site'
