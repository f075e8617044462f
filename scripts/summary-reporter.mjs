// A vitest reporter that writes the counts, the failures and the reasons for skipped tests to the file that scripts/test.mjs names.
import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root } from './tools.mjs'

/** A failure can have hundreds of lines, and vitest prints all of them. The summary repeats the first ones. */
const maxLines = 30

const describe = ({ message = 'no message', diff = '', stacks = [], cause }) => {
  const because = cause === undefined ? '' : `cause: ${cause.message ?? cause}`
  const lines = stripVTControlCharacters([message, because, diff].join('\n')).split('\n')
  const text = lines.filter((line) => line.trim() !== '')
  const places = stacks.map(({ file, line }) => `at ${relative(root, file)}:${line}`)
  return [...text.slice(0, maxLines), ...(text.length > maxLines ? ['…'] : []), ...places]
}

// Vitest loads a reporter by its default export.
export default class SummaryReporter {
  onTestRunEnd(modules, unhandled) {
    const tests = modules.flatMap((module) => [...module.children.allTests()].map((test) => ({ test, module })))
    const within = (state) => tests.filter(({ test }) => test.result().state === state)
    const nameOf = ({ test, module }) => `${relative(root, module.moduleId)} > ${test.fullName}`
    // A file that does not load and a hook that throws have no test that fails.
    const broken = modules.flatMap((module) =>
      [module, ...module.children.allSuites()].flatMap((part) =>
        part.errors().map((error) => ({ name: relative(root, module.moduleId), lines: describe(error) })),
      ),
    )
    const summary = {
      passed: within('passed').length,
      failed: [
        ...within('failed').map((each) => ({ name: nameOf(each), lines: each.test.result().errors.flatMap(describe) })),
        ...broken,
        ...unhandled.map((error) => ({ name: 'outside of any test', lines: describe(error) })),
      ],
      skipped: [...within('skipped'), ...within('pending')].map((each) => ({
        name: nameOf(each),
        reason: each.test.result().note ?? (each.test.options.mode === 'todo' ? 'to do' : 'no reason given'),
      })),
    }
    writeFileSync(process.env['AUTHWRIGHT_SUMMARY'] ?? '', JSON.stringify(summary))
  }
}
