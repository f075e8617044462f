'use client'

import type { Session } from '@authwright/next'

export const UserName = ({ session }: { readonly session: Session | null }) => (
  <p id="user">{session?.user?.name ?? 'signed out'}</p>
)
