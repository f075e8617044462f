/** Undoes the changes since a transaction began. Outside of a transaction it records nothing. */
export class Journal {
  #transactions = 0
  #steps: (() => void)[] = []

  note(undo: () => void): void {
    if (this.#transactions > 0) this.#steps.push(undo)
  }

  /** Runs work and undoes all of its changes when it fails. The cost depends on the changes only. */
  async undoable<Value>(work: () => Promise<Value>): Promise<Value> {
    const begun = this.#steps.length
    this.#transactions += 1
    try {
      return await work()
    } catch (error) {
      for (const undo of this.#steps.splice(begun).toReversed()) undo()
      throw error
    } finally {
      this.#transactions -= 1
      if (this.#transactions === 0) this.#steps.length = 0
    }
  }
}

/** Rows by key whose changes a journal can undo. */
export class Table<Row> extends Map<string, Row> {
  readonly #journal: Journal

  constructor(journal: Journal) {
    super()
    this.#journal = journal
  }

  override set(key: string, row: Row): this {
    this.#noteBefore(key)
    return super.set(key, row)
  }

  override delete(key: string): boolean {
    this.#noteBefore(key)
    return super.delete(key)
  }

  #noteBefore(key: string): void {
    const before = super.get(key)
    this.#journal.note(before === undefined ? () => super.delete(key) : () => super.set(key, before))
  }
}
