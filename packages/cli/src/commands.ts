import type { Command } from './command.ts'

export interface CommandEntry {
  readonly summary: string
  readonly load: () => Promise<{ readonly command: Command }>
}

/** Every command, in the order of `authwright --help`. A module is loaded when its command is called. */
export const commands: ReadonlyMap<string, CommandEntry> = new Map([
  ['init', { summary: 'write the files of a framework', load: () => import('./init/init.ts') }],
  ['doctor', { summary: 'check the configuration', load: () => import('./doctor/doctor.ts') }],
  ['secret', { summary: 'make a secret or a key, or replace a secret', load: () => import('./secret/secret.ts') }],
  [
    'providers',
    { summary: 'list callback URLs and missing variables', load: () => import('./providers/providers.ts') },
  ],
  ['migrate', { summary: 'bring the tables of a database up to date', load: () => import('./migrate/migrate.ts') }],
  ['cleanup', { summary: 'delete expired rows of a database', load: () => import('./cleanup/cleanup.ts') }],
  ['dev', { summary: 'run emulated providers, a mailbox and an inspector', load: () => import('./dev/dev.ts') }],
  ['explain', { summary: 'say what an error or a check means', load: () => import('./explain/explain.ts') }],
  ['users', { summary: 'show, export or delete a user, or unlink an account', load: () => import('./users/users.ts') }],
  ['sessions', { summary: 'list or end the sessions of a user', load: () => import('./sessions/sessions.ts') }],
  [
    'migrate-from',
    { summary: 'move an application from another library', load: () => import('./migrate-from/migrate-from.ts') },
  ],
])
