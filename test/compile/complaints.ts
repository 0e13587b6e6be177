/** How the tests of the compiler ask for its complaints. */
import { compileCatalog } from '../../src/compile/compile.ts';
import { formatDiagnostic } from '../../src/compile/diagnostic.ts';
import { SMALL, sources } from './small-catalog.ts';

/** What the compiler says of the small catalog with some files replaced, one line a finding. */
export function complaints(changed: Readonly<Record<string, string>>, builtinTools?: string[]): string[] {
  const compiled = compileCatalog(
    sources({ ...SMALL, ...changed }),
    builtinTools === undefined ? {} : { builtinTools },
  );
  return Array.isArray(compiled) ? compiled.map(formatDiagnostic) : [];
}
