/** The names of colors (CSS Color 4 §6), in lower case: the named colors, `transparent`, `currentcolor` and the system colors. */
const NAMES: readonly string[] = (
  'aliceblue antiquewhite aqua aquamarine azure beige bisque black blanchedalmond blue blueviolet brown burlywood ' +
  'cadetblue chartreuse chocolate coral cornflowerblue cornsilk crimson cyan darkblue darkcyan darkgoldenrod darkgray ' +
  'darkgreen darkgrey darkkhaki darkmagenta darkolivegreen darkorange darkorchid darkred darksalmon darkseagreen ' +
  'darkslateblue darkslategray darkslategrey darkturquoise darkviolet deeppink deepskyblue dimgray dimgrey dodgerblue ' +
  'firebrick floralwhite forestgreen fuchsia gainsboro ghostwhite gold goldenrod gray green greenyellow grey honeydew ' +
  'hotpink indianred indigo ivory khaki lavender lavenderblush lawngreen lemonchiffon lightblue lightcoral lightcyan ' +
  'lightgoldenrodyellow lightgray lightgreen lightgrey lightpink lightsalmon lightseagreen lightskyblue lightslategray ' +
  'lightslategrey lightsteelblue lightyellow lime limegreen linen magenta maroon mediumaquamarine mediumblue ' +
  'mediumorchid mediumpurple mediumseagreen mediumslateblue mediumspringgreen mediumturquoise mediumvioletred ' +
  'midnightblue mintcream mistyrose moccasin navajowhite navy oldlace olive olivedrab orange orangered orchid ' +
  'palegoldenrod palegreen paleturquoise palevioletred papayawhip peachpuff peru pink plum powderblue purple ' +
  'rebeccapurple red rosybrown royalblue saddlebrown salmon sandybrown seagreen seashell sienna silver skyblue slateblue ' +
  'slategray slategrey snow springgreen steelblue tan teal thistle tomato turquoise violet wheat white whitesmoke yellow ' +
  'yellowgreen transparent currentcolor accentcolor accentcolortext activetext buttonborder buttonface buttontext canvas ' +
  'canvastext field fieldtext graytext highlight highlighttext linktext mark marktext selecteditem selecteditemtext ' +
  'visitedtext'
).split(' ')

/** The number of letters to insert, delete, replace, or swap with their neighbor (optimal string alignment). */
const distanceBetween = (one: string, other: string): number => {
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_, j) => j)]
  const at = (i: number, j: number): number => rows[i]?.[j] ?? Infinity
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i]
    rows.push(row)
    for (let j = 1; j <= other.length; j += 1) {
      const replaced = at(i - 1, j - 1) + (one[i - 1] === other[j - 1] ? 0 : 1)
      const isSwapped = one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      row.push(Math.min(replaced, at(i - 1, j) + 1, at(i, j - 1) + 1, isSwapped ? at(i - 2, j - 2) + 1 : Infinity))
    }
  }
  return at(one.length, other.length)
}

/** The name that was probably meant: at most one letter in three differs. */
const findSimilar = (word: string): string | undefined => {
  const ranked = NAMES.map((other) => ({ other, distance: distanceBetween(word, other) }))
  const [nearest] = ranked.toSorted((a, b) => a.distance - b.distance)
  return nearest !== undefined && nearest.distance <= Math.max(1, word.length / 3) ? nearest.other : undefined
}

/** What is wrong about the name of a color that browsers do not know; `undefined` for one that they know. */
export const describeUnknownColor = (name: string): string | undefined => {
  const lower = name.toLowerCase()
  if (NAMES.includes(lower)) return undefined
  const meant = findSimilar(lower)
  return `"${name}" is not the name of a color${meant === undefined ? '' : `; did you mean "${meant}"?`}`
}
