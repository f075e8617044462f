import type { Words } from './words.ts'

const notLinked = {
  title: 'This account is not connected',
  text: 'The account, or its email address, already belongs to a user here.',
  next: 'Sign in the way you did the first time. After that you can connect this account.',
  signIn: 'Sign in another way',
}

/** The sentences of the built-in pages in English. */
export const english: Words = {
  lang: 'en',
  dir: 'ltr',
  titleWithError: (title) => `Error: ${title}`,
  logo: 'Logo',
  home: 'Go to the home page',
  homeAt: (host) => `Go to ${host}`,
  signin: {
    title: 'Sign in',
    none: 'No way to sign in has been set up for this site yet.',
    withProvider: (name) => `Sign in with ${name}`,
    or: 'or',
    email: 'Email address',
    emailPlaceholder: 'you@example.com',
    sendLink: 'Email me a sign-in link',
    sendLinkWith: (name) => `Email me a sign-in link with ${name}`,
    submit: 'Sign in',
  },
  signout: { title: 'Sign out', question: 'Do you want to sign out?', submit: 'Sign out' },
  verifyRequest: {
    title: 'Check your email',
    sent: 'A sign-in link is on its way to your email address. Open it in this browser; it works once.',
    hint: 'Nothing after a few minutes? Look in your spam folder, or go back and ask for a new link.',
  },
  confirmLink: {
    title: 'Confirm your sign-in',
    lead: (host) => `You are about to sign in to ${host} as`,
    warning: 'Continue only if you asked for this link yourself. If you did not, close this page and nothing happens.',
    submit: 'Sign in',
  },
  repost: { title: 'One moment', text: 'Your sign-in is being finished.', submit: 'Continue' },
  errorPage: { status: (status) => `Error ${status}`, reference: 'Reference for support' },
  errors: {
    AccessDenied: {
      title: 'No access',
      text: 'You were recognised, but this account may not sign in here.',
      next: 'If you have another account, try that one. Otherwise ask the people who run this site.',
      signIn: 'Sign in with another account',
    },
    AccountNotLinked: notLinked,
    Configuration: {
      title: 'Something is wrong on our side',
      text: 'Sign-in does not work right now. You did nothing wrong.',
      next: 'Please try again later. If it does not pass, tell the people who run this site.',
    },
    CredentialsSignin: {
      title: 'That did not match',
      text: 'Check what you typed and try again.',
      signIn: 'Try again',
    },
    EmailSignInError: {
      title: 'The email could not be sent',
      text: 'Check that the address is complete and spelled correctly, then try again.',
      signIn: 'Try again',
    },
    InvalidCheck: {
      title: 'This sign-in can no longer be finished',
      text: 'It was begun in another browser, took too long, or was already used.',
      next: 'Start again, and finish in the same browser.',
      signIn: 'Start again',
    },
    MissingCSRF: {
      title: 'The form was no longer valid',
      text: 'The page had been open for too long, or the browser did not send its cookies.',
      next: 'Try again. If that does not help, allow cookies for this site.',
      signIn: 'Try again',
    },
    OAuthAccountNotLinked: notLinked,
    OAuthCallbackError: {
      title: 'The sign-in was not completed',
      text: 'It was cancelled, or the service you chose did not confirm who you are.',
      next: 'Try again, or choose another way to sign in.',
      signIn: 'Try again',
    },
    OAuthSignInError: {
      title: 'The service cannot be reached',
      text: 'The service you chose to sign in with does not answer right now.',
      next: 'Try again in a moment, or choose another way to sign in.',
      signIn: 'Try again',
    },
    Verification: {
      title: 'This link no longer works',
      text: 'It was used already, is too old, or is not complete.',
      next: 'Ask for a new link and open the newest email.',
      signIn: 'Ask for a new link',
    },
    WebAuthnVerificationError: {
      title: 'The passkey was not accepted',
      text: 'It could not be verified, or is not known here.',
      next: 'Try again, or choose another way to sign in.',
      signIn: 'Try again',
    },
  },
  anyError: {
    title: 'Sign-in did not work',
    text: 'Something went wrong on the way.',
    next: 'Please try again.',
    signIn: 'Go to sign-in',
  },
}
