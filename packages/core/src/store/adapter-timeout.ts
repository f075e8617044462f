import { AdapterError } from '../errors/error-classes.ts'

/**
 * An adapter method took too long. Its writes may have happened, may happen later, or may never happen, so the caller may neither
 * rely on them nor undo them.
 */
export class AdapterTimeout extends AdapterError {}
