/** A piece of a text that is replaced. An insertion has an empty range. */
export interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

export const applyEdits = (text: string, edits: readonly Edit[]): string => {
  let result = ''
  let position = 0
  for (const { start, end, text: replacement } of edits.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    result += text.slice(position, start) + replacement
    position = end
  }
  return result + text.slice(position)
}

export const lineAt = (text: string, position: number): number => text.slice(0, position).split('\n').length
