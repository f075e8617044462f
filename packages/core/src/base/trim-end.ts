/**
 * A text without so many of one character at its end. A pattern for that would look from each of them to the end, which takes the square
 * of their number.
 */
export const trimEnd = (text: string, character: string): string => {
  let end = text.length
  while (end > 0 && text[end - 1] === character) end -= 1
  return text.slice(0, end)
}
