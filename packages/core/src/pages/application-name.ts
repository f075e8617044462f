import type { Messages } from '../types/messages.ts'

/** The messages of the pages with the name of the application in place of its host. */
export const withApplicationName = (messages: Messages, name: string): Messages => {
  const { confirmLink, confirmBrowser, keepPasskey, account, changeEmail, finishEmail, undoEmail } = messages
  const home = messages.backTo(name)
  return {
    ...messages,
    home,
    homeAt: () => home,
    logo: name,
    signin: { ...messages.signin, title: messages.signin.titleOf(name) },
    signup: { ...messages.signup, title: messages.signup.titleOf(name) },
    confirmLink: { ...confirmLink, lead: () => confirmLink.lead(name) },
    confirmBrowser: { ...confirmBrowser, lead: () => confirmBrowser.lead(name) },
    keepPasskey: { ...keepPasskey, lead: () => keepPasskey.lead(name) },
    account: { ...account, deleted: { ...account.deleted, text: () => account.deleted.text(name) } },
    changeEmail: { ...changeEmail, lead: () => changeEmail.lead(name), done: () => changeEmail.done(name) },
    finishEmail: { ...finishEmail, lead: () => finishEmail.lead(name) },
    undoEmail: {
      ...undoEmail,
      lead: () => undoEmail.lead(name),
      done: () => undoEmail.done(name),
      taken: () => undoEmail.taken(name),
    },
  }
}
