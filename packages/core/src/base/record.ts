/** The object without members that are `undefined`, so that it fits exact optional types. */
export const defined = <Shape extends object>(
  shape: Shape,
): { [Key in keyof Shape as undefined extends Shape[Key] ? never : Key]: Shape[Key] } & {
  [Key in keyof Shape as undefined extends Shape[Key] ? Key : never]?: Exclude<Shape[Key], undefined>
} => {
  const kept: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(shape)) if (value !== undefined) kept[key] = value
  return kept as ReturnType<typeof defined<Shape>>
}
