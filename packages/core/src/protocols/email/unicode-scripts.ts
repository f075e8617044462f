const SCRIPTS: readonly (readonly [name: string, letters: RegExp])[] = [
  'Latin',
  'Cyrillic',
  'Greek',
  'Han',
  'Hiragana',
  'Katakana',
  'Hangul',
  'Bopomofo',
].map((name) => [name, new RegExp(`\\p{Script=${name}}`, 'u')])

const ANY_OTHER = new RegExp(
  `(?![\\p{Script=Common}\\p{Script=Inherited}])[^${SCRIPTS.map(([name]) => `\\p{Script=${name}}`).join('')}]`,
  'u',
)

/** The scripts that Japanese, Chinese and Korean combine, with Latin. */
const COMBINATIONS = [
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Bopomofo'],
  ['Latin', 'Han', 'Hangul'],
]

/**
 * Whether a label of a domain mixes scripts that no language combines, as look-alike domains do: "paypal" with a Cyrillic "a".
 * The rule is "Highly Restrictive" of UTS #39 §5.2: scripts that it does not list may not be mixed.
 */
export const mixesScripts = (label: string): boolean => {
  const used = SCRIPTS.filter(([, letters]) => letters.test(label)).map(([name]) => name)
  if (ANY_OTHER.test(label)) return used.length > 0
  return used.length > 1 && !COMBINATIONS.some((group) => used.every((name) => group.includes(name)))
}
