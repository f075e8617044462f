export * from '@authwright/test-kit/webauthn/setup'
