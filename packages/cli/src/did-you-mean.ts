/** Whether one letter is missing, added, replaced, or swapped with its neighbor. */
const isNear = (one: string, other: string): boolean => {
  let start = 0
  while (start < one.length && one[start] === other[start]) start += 1
  let [a, b] = [one.slice(start), other.slice(start)]
  while (a !== '' && a.at(-1) === b.at(-1)) [a, b] = [a.slice(0, -1), b.slice(0, -1)]
  const isSwapped = a.length === 2 && a === b.slice(1) + b.slice(0, 1)
  return isSwapped || Math.max(a.length, b.length) <= 1
}

/** Whether one is the beginning of the other, as `svelte` of `sveltekit`. Shorter ones would be that of too many. */
const isBeginning = (one: string, other: string): boolean =>
  Math.min(one.length, other.length) >= 4 && (one.startsWith(other) || other.startsWith(one))

/** The known name that was probably meant, as a sentence after a message; empty if there is none. Case does not count. */
export const didYouMean = (name: string, known: readonly string[]): string => {
  const isMeant = (compare: typeof isNear) => (other: string) => compare(name.toLowerCase(), other.toLowerCase())
  const meant = known.find(isMeant(isNear)) ?? known.find(isMeant(isBeginning))
  return meant === undefined ? '' : ` Did you mean ${meant}?`
}
