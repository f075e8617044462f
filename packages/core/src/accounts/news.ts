import type { Site } from '../config/site.ts'
import type { Account, AdapterAccount, AdapterAuthenticator, User } from '../types/index.ts'
import type { KnownUser } from './identity.ts'

/** What is to be told when the writes are kept. */
export type News =
  | { readonly name: 'createUser' | 'updateUser'; readonly user: KnownUser }
  | { readonly name: 'linkAccount'; readonly user: User; readonly account: Account; readonly profile: User }
  | { readonly name: 'unlinkAccount'; readonly user: KnownUser; readonly account: Account }
  | {
      readonly name: 'createAuthenticator' | 'deleteAuthenticator'
      readonly user: KnownUser
      readonly authenticator: AdapterAuthenticator
    }

/** An account of a user that was taken away. */
export const unlinked = (user: KnownUser, { userId: _owner, ...account }: AdapterAccount): News => ({
  name: 'unlinkAccount',
  user,
  account,
})

const tellOne = ({ config: { emit } }: Site, item: News): Promise<void> => {
  const { name, user } = item
  switch (name) {
    case 'linkAccount':
      return emit(name, { user, account: item.account, profile: item.profile })
    case 'unlinkAccount':
      return emit(name, { user, account: item.account })
    case 'createAuthenticator':
    case 'deleteAuthenticator':
      return emit(name, { user, authenticator: item.authenticator })
    case 'createUser':
    case 'updateUser':
      return emit(name, { user })
  }
}

/** Tell the owner what happened, in the order it did. */
export const tellNews = async (site: Site, news: readonly News[]): Promise<void> => {
  for (const item of news) await tellOne(site, item)
}
