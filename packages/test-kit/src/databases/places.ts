import { accessSync, chmodSync, constants, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

/** A new folder that a server running as another user can enter. */
export const scratchFolder = (name: string): string => {
  const folder = mkdtempSync(join(tmpdir(), `authwright-${name}-`))
  chmodSync(folder, 0o755)
  return folder
}

const isProgram = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** The path of the first installed program. Also searches folders of servers, which are often not on the `PATH`. */
export const findProgram = (...names: readonly string[]): string | undefined => {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/local/sbin', '/usr/sbin', '/opt/homebrew/bin']
  const candidates = names.flatMap((name) =>
    folders.filter((folder) => folder !== '').map((folder) => join(folder, name)),
  )
  return candidates.find(isProgram)
}
