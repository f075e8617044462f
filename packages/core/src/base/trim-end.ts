/** Remove all occurrences of one character from the end of a text. A regular expression would need quadratic time. */
export const trimEnd = (text: string, character: string): string => {
  let end = text.length
  while (end > 0 && text[end - 1] === character) end -= 1
  return text.slice(0, end)
}
