/** A file that a tool is to read: there, and regular; what it holds is for the tool to judge. */
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { failureOfSystemError, ToolFailure } from './tool.ts';

/** `file` is the absolute path, `path` what the caller wrote. */
export type SourceFile = { readonly file: string; readonly path: string; readonly sizeBytes: number };

/** Throws ToolFailure where there is no such file, or something else than a regular one (a pipe would never end). */
export function sourceFile(path: string, cwd: string): SourceFile {
  const file = resolve(cwd, path);
  try {
    const stat = statSync(file);
    if (!stat.isFile()) throw new ToolFailure(`${path} is not a regular file`, 'invalid_arguments');
    return { file, path, sizeBytes: stat.size };
  } catch (error) {
    throw error instanceof ToolFailure ? error : failureOfSystemError(error, path);
  }
}
