// Checks three rules of ARCHITECTURE.md on the syntax trees of the sources:
// 1. No code of the core compares the type of a sign-in method: the record of the method has the facts that differ. Nor does
//    it compare the kind of a form on the sign-in page, which a method chooses: two files have what differs.
// 2. A name that the core exports is declared once. Exporting it again elsewhere is fine.
// 3. In a package, two files in folders of src/ do not have the same name.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import ts from 'typescript'
import { root } from './tools.mjs'

const methodTypes = new Set(['oauth', 'oidc', 'email', 'credentials', 'webauthn'])

/** A method knows its own types. OAuth and OpenID Connect are two protocols of one method, and protocols/oauth/ has both. */
const mayCompare = /^packages\/core\/src\/(?:methods|protocols\/oauth)\//

/** The facts about each kind of form, and what renders it. */
const mayListKinds = /^packages\/core\/src\/pages\/signin\/(?:form-kinds|sign-in-forms)\.ts$/

const core = /^packages\/core\/src\/.*\.ts$/

/** A file directly in the sources is an entry point. It may have the name of the file that it exports. */
const isNested = /^packages\/[^/]+\/src\/.+\//
const hasCommonName = /\/(?:index|main)\.ts$|\.test\.ts$/

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'packages/*/src/*.ts'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && existsSync(join(root, file)))

const findings = []

const isMethodType = (node) => ts.isStringLiteralLike(node) && methodTypes.has(node.text)

/** The kinds of forms that are not named like a method type. Other records than a provider also have a `kind`. */
const formKinds = new Set(['redirect', 'passkey'])
const isFormKind = (node) => ts.isStringLiteralLike(node) && formKinds.has(node.text)
const isKind = (node) => (ts.isPropertyAccessExpression(node) ? node.name : node).text === 'kind'

const comparisons = new Set([
  ts.SyntaxKind.EqualsEqualsToken,
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
])

const isListOfMethodTypes = (node) => ts.isArrayLiteralExpression(node) && node.elements.some(isMethodType)

/** `type === 'email'`, `case 'email':` and `['oauth', 'oidc'].includes(type)`. */
const compares = (node) =>
  (ts.isBinaryExpression(node) &&
    comparisons.has(node.operatorToken.kind) &&
    (isMethodType(node.left) || isMethodType(node.right) || (isKind(node.left) && isFormKind(node.right)))) ||
  (ts.isCaseClause(node) && isMethodType(node.expression)) ||
  (ts.isPropertyAccessExpression(node) && node.name.text === 'includes' && isListOfMethodTypes(node.expression))

/** The type of a table or a list of kinds. */
const listsKinds = (node, source) => ts.isIndexedAccessTypeNode(node) && node.getText(source) === "PageProvider['kind']"

const reportComparisons = (file, source) => {
  const report = (node, what) => {
    const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1
    findings.push(`${file}:${line}: ${what}: ${node.getText(source).split('\n')[0]}`)
  }
  const visit = (node) => {
    if (compares(node))
      report(node, 'compares a method type. Ask the record of the method, or of the kind of form, instead')
    if (listsKinds(node, source) && !mayListKinds.test(file))
      report(node, 'lists kinds of forms. Add a fact to form-kinds.ts or sign-in-forms.ts instead')
    ts.forEachChild(node, visit)
  }
  visit(source)
}

const namesOf = (statement) => {
  if ((ts.getCombinedModifierFlags(statement) & ts.ModifierFlags.Export) === 0) return []
  if (ts.isVariableStatement(statement)) return statement.declarationList.declarations.map(({ name }) => name)
  return statement.name === undefined ? [] : [statement.name]
}

const declaredIn = new Map()

const reportDuplicateNames = (file, source) => {
  for (const statement of source.statements) {
    for (const name of namesOf(statement).map((node) => node.getText(source))) {
      const other = declaredIn.get(name) ?? file
      declaredIn.set(name, other)
      if (other === file) continue
      const line = source.getLineAndCharacterOfPosition(statement.getStart(source)).line + 1
      findings.push(`${file}:${line}: "${name}" is also declared in ${other}. Give one of them another name`)
    }
  }
}

for (const file of files.filter((each) => core.test(each) && !each.endsWith('.test.ts'))) {
  const source = ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.Latest)
  if (!mayCompare.test(file)) reportComparisons(file, source)
  reportDuplicateNames(file, source)
}

const fileOf = new Map()
for (const file of files.filter((each) => isNested.test(each) && !hasCommonName.test(each))) {
  const key = `${file.split('/')[1]} ${basename(file)}`
  const other = fileOf.get(key)
  fileOf.set(key, file)
  if (other !== undefined) findings.push(`${file}:1: ${other} has the same name. Name each file after what it holds`)
}

for (const finding of findings) console.error(finding)
process.exitCode = findings.length > 0 ? 1 : 0
