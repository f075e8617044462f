// Which Node runs the scripts. It runs on every version that has modules, so that an old one gets a message.

const needed = { major: 22, minor: 18 }
/** The Node that can start the scripts on a system for which npm installs the Node that runs them. */
const neededToStart = { major: 20, minor: 19 }
/** The systems for which scripts/node-24 lists a package. */
const systems = ['linux-x64', 'linux-arm64', 'win32-x64']

const isAtLeast = ({ major, minor }) => {
  const [ownMajor = 0, ownMinor = 0] = process.versions.node.split('.').map(Number)
  return ownMajor > major || (ownMajor === major && ownMinor >= minor)
}

/** Whether this version of Node runs the scripts itself. */
export const isNodeCurrent = () => isAtLeast(needed)

/** Whether npm can install a Node that runs the scripts. */
const canInstallNode = () => systems.includes(`${process.platform}-${process.arch}`) && isAtLeast(neededToStart)

const refuse = () => {
  const { major, minor } = needed
  console.error(
    `This needs Node ${major}.${minor} or newer, and runs on ${process.versions.node} (${process.execPath}).\n` +
      'Please install one from https://nodejs.org/.',
  )
  process.exit(1)
}

/** Ends the process with a message if this version of Node is too old for the tools. */
export const requireNode = () => isNodeCurrent() || refuse()

/** The same, before npm installs: npm may install the Node that the tools need. */
export const requireNodeToInstall = () => isNodeCurrent() || canInstallNode() || refuse()
