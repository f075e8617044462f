/** Drop the members that are `undefined`, as `exactOptionalPropertyTypes` requires. */
export const defined = <Shape extends object>(
  shape: Shape,
): { [Key in keyof Shape as undefined extends Shape[Key] ? never : Key]: Shape[Key] } & {
  [Key in keyof Shape as undefined extends Shape[Key] ? Key : never]?: Exclude<Shape[Key], undefined>
} => {
  const result: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(shape)) if (value !== undefined) result[key] = value
  return result as ReturnType<typeof defined<Shape>>
}
