export * from '@authwright/test-kit/oauth-provider'
