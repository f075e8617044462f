// Writes docs/reference/cli.md from the help texts and from the checks of doctor.
// `node --conditions=authwright-source packages/cli/scripts/reference.ts`
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { commands } from '../src/commands.ts'
import { checks } from '../src/doctor/diagnose.ts'
import { commonHelp, describeCommand } from '../src/help.ts'

export const referencePage = join(import.meta.dirname, '../../../docs/reference/cli.md')

const block = (text: string): string => `\`\`\`text\n${text}\n\`\`\``

const section = async (name: string): Promise<string> => {
  const { command } = (await commands.get(name)?.load()) ?? {}
  if (command === undefined) throw new Error(`${name} is not a command`)
  return `## ${name}\n\n${block(describeCommand(name, command))}`
}

const checkRows = checks.map(({ id, level, isForProduction, usesNetwork, why, fix }) => {
  const when = [...(isForProduction === true ? ['production'] : []), ...(usesNetwork === true ? ['online'] : [])].join(
    ', ',
  )
  const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;')
  return `| \`${id}\` | ${level} | ${when} | ${cell(why)} | ${cell(fix)} |`
})

/** The whole page. */
export const makeReference = async (): Promise<string> => `# Command line

The package \`@authwright/cli\` has one command. Run it without installing it, or add it to the development dependencies and
write \`npx authwright\`:

\`\`\`sh
npx @authwright/cli init
npx @authwright/cli doctor --production
\`\`\`

Results are printed to the standard output, and messages to the standard error. Without a terminal the command asks
nothing: what it would ask ends it with exit code 2 and the name of the option. \`--json\` prints one object with \`ok\`
and \`command\`. Commands that need the configuration find it in the files that the start page of each framework names, and
load it with the Vite of the application, or else with jiti. They send nothing anywhere but to what the configuration names.

${block(commonHelp())}

${(await Promise.all([...commands.keys()].map(section))).join('\n\n')}

## Checks of doctor

\`fail\` is broken, \`warn\` is a risk, \`note\` is worth knowing and does not change the exit code. Checks with
\`production\` are made with \`--production\` or \`NODE_ENV=production\`, those with \`online\` not with \`--offline\`.
\`--only\` and \`--skip\` take ids and the word before the dot. In development, a finding is a \`note\` if it names what
development replaces: clients of providers in \`emulateInDevelopment\`, \`SMTP_URL\` in an application whose script runs
\`authwright dev\`, and migrations that the adapter in the module of the configuration applies itself.

| check | level | when | why | fix |
|---|---|---|---|---|
${checkRows.join('\n')}
`

if (import.meta.main) writeFileSync(referencePage, await makeReference())
