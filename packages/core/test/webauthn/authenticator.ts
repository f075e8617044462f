export * from '@authwright/test-kit/webauthn/authenticator'
