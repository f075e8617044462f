export * from '@authwright/test-kit/linking/setup'
