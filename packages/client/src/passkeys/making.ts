let begun = 0
let underWay = 0

/** Does work in which a passkey may be made: a device has it before the server knows of it. */
export const whileMaking = async <Value>(work: () => Promise<Value>): Promise<Value> => {
  begun += 1
  underWay += 1
  try {
    return await work()
  } finally {
    underWay -= 1
  }
}

/** Answers, later, whether no passkey can have been made since, so that a list that was asked for now is still whole. */
export const watchMaking = (): (() => boolean) => {
  const before = begun
  const isQuiet = underWay === 0
  return () => isQuiet && before === begun
}
