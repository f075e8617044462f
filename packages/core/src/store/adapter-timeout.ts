import { AdapterError } from '../errors/error-classes.ts'

/**
 * An adapter did not answer in time. What it was asked may be done already, or be done later, or never: nobody can say,
 * so nothing may be built on either.
 */
export class AdapterTimeout extends AdapterError {}
