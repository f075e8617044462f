import { trimEnd } from '../base/trim-end.ts'

const path = ({ pathname }: URL): string => trimEnd(pathname, '/')

/** Whether two addresses are of one page, whatever they ask of it. */
export const isSamePage = (one: URL, other: URL): boolean => one.origin === other.origin && path(one) === path(other)
