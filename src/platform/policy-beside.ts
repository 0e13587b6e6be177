/**
 * The compiled form beside the organisation's policy, for whoever may write there: everybody whom the policy holds for goes
 * by it, without compiling the file at each call.
 */
import { lstatSync, statSync } from 'node:fs';
import { type Refusal, refuse } from '../reason/refusal.ts';
import { besidePath, isAsGoodAs, policyBeside, sealCompiled } from './compiled-policy.ts';
import { organisationFile, type PolicyFile, type PolicyHost, policyFiles } from './policy-files.ts';
import { compileFiles, isProblems, type PolicyFindings } from './policy-load.ts';
import { withOutcome } from './policy-outcome.ts';
import { replaceWhole } from './private-file.ts';

export type Beside = { readonly path: string; readonly believed: boolean; readonly message: string };

/** What stands beside the organisation's file, and what that means; undefined where there is no such file. */
export function besideOf(files: readonly PolicyFile[]): Beside | undefined {
  const [first] = files;
  if (first?.level !== 'organisation') return undefined;
  const path = besidePath(first.path);
  if (policyBeside(files) !== undefined) return { path, believed: true, message: BELIEVED };
  return { path, believed: false, message: `${whyNot(first.path, path)} ${UNTIL_THEN}` };
}

function whyNot(policyFile: string, path: string): string {
  try {
    const facts = lstatSync(path, { throwIfNoEntry: false });
    if (facts === undefined) return 'It is not there.';
    if (facts.isFile() && isAsGoodAs(policyFile, facts)) return OTHER_TEXT;
  } catch {
    // Where nobody can look, nothing is believed either.
  }
  return FOREIGN;
}

/**
 * Compiles the organisation's file and writes what it comes to beside it, for the same owner and the same readers. The file
 * with its problems, where it has any: then nothing is written.
 */
export async function compileBeside(
  host: PolicyHost,
): Promise<(PolicyFindings & { readonly beside?: Beside }) | Refusal> {
  const files = policyFiles(host).filter(({ level }) => level === 'organisation');
  const [first] = files;
  if (first === undefined) return noFile(organisationFile(host));
  const policy = compileFiles(files);
  if (isProblems(policy)) return { files, problems: policy };
  const refused = await write(first, sealCompiled(withOutcome(policy), files));
  const beside = besideOf(files);
  return refused ?? { files, problems: [], policy, ...(beside === undefined ? {} : { beside }) };
}

async function write({ path }: PolicyFile, content: Uint8Array): Promise<Refusal | undefined> {
  const target = besidePath(path);
  try {
    const { mode, uid, gid } = statSync(path);
    await replaceWhole(target, content, { mode: (mode & READERS) | OWNER_WRITES, uid, gid });
    return undefined;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown error';
    const message = `${target} cannot be written (${code}): it is for whoever may write ${path} to make. Nothing was written.`;
    return refuse('usage', { message, example: 'sudo cap policy compile' });
  }
}

const READERS = 0o444;
const OWNER_WRITES = 0o200;

function noFile(path: string): Refusal {
  const message = `There is no ${path}. Only an organisation’s policy is compiled beside its file: what its users may write themselves is kept compiled for each of them anyway.`;
  return refuse('usage', { message, example: 'cap policy check' });
}

const BELIEVED =
  'Who may not write the policy goes by this form and does not compile the file at each call. It holds as long as the file says the same and both belong to one owner.';
const UNTIL_THEN =
  'Until cap policy compile is run by whoever may write there, everybody else compiles the file at each call.';
const OTHER_TEXT =
  'It was made of another text than the policy has now, or by another version of cap, or it is damaged.';
const FOREIGN =
  'It is not believed: it is no plain file of the policy’s owner, or others may write it or its directory.';
