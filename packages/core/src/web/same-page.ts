const path = ({ pathname }: URL): string => pathname.replace(/(?<=.)\/+$/, '')

/** Whether two addresses are of one page, whatever they ask of it. */
export const isSamePage = (one: URL, other: URL): boolean => one.origin === other.origin && path(one) === path(other)
