import { randomBytes, scryptSync, timingSafeEqual } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'

export const database = new DatabaseSync('orders.db')
database.exec(`
  create table if not exists users (
    id integer primary key, name text unique not null, role text not null, salt blob not null, hash blob not null
  );
  create table if not exists audit (event text not null, name text not null);
`)

const hashOf = (password: string, salt: Uint8Array): Uint8Array => scryptSync(password, salt, 32)

const addUser = database.prepare('insert or ignore into users (name, role, salt, hash) values (?, ?, ?, ?)')
for (const [name, role] of [
  ['mina', 'manager'],
  ['carl', 'clerk'],
] as const) {
  const salt = randomBytes(16)
  addUser.run(name, role, salt, hashOf(`password of ${name}`, salt))
}

interface UserRow {
  id: number
  name: string
  role: 'clerk' | 'manager'
  salt: Uint8Array
  hash: Uint8Array
}

export const checkPassword = (name: string, password: string): UserRow | null => {
  const row = database.prepare('select * from users where name = ?').get(name) as UserRow | undefined
  return row && timingSafeEqual(hashOf(password, row.salt), row.hash) ? row : null
}

export const record = (event: string, name: string): void => {
  database.prepare('insert into audit values (?, ?)').run(event, name)
}
