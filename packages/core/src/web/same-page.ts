import { trimEnd } from '../base/text.ts'

const pathOf = ({ pathname }: URL): string => trimEnd(pathname, '/')

/** Whether two URLs have the same origin and path. Query and fragment are ignored. */
export const isSamePage = (one: URL, other: URL): boolean =>
  one.origin === other.origin && pathOf(one) === pathOf(other)
