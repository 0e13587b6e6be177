/**
 * What the packaged executable carries inside itself. Knows the names of the assets, not their meaning; the build
 * script takes the names from here, so that both sides agree.
 */
import { getRawAsset, isSea } from 'node:sea';

/** Names of the assets in the executable. */
export const ASSETS = {
  defaultSnapshot: 'default.snapshot',
  mainScript: 'main.js',
  mainCode: 'main.code',
  refusalsScript: 'refusals.js',
  refusalsCode: 'refusals.code',
  browseScript: 'browse.js',
  browseCode: 'browse.code',
  coldScript: 'cold.js',
  coldCode: 'cold.code',
  toolsScript: 'tools.js',
  toolsCode: 'tools.code',
} as const;

export type AssetName = (typeof ASSETS)[keyof typeof ASSETS];

/** True inside dist/cap, false when node runs the sources. */
export function isPackaged(): boolean {
  return isSea();
}

/**
 * The asset's bytes in place: mapped with the executable, paged in when touched, never copied. They must not be
 * written to. Nothing when the executable was built without that asset.
 */
export function embeddedAsset(name: AssetName): Uint8Array<ArrayBuffer> | undefined {
  try {
    return new Uint8Array(getRawAsset(name) as ArrayBuffer);
  } catch (error) {
    if (
      error instanceof Error &&
      'code' in error &&
      error.code === 'ERR_SINGLE_EXECUTABLE_APPLICATION_ASSET_NOT_FOUND'
    ) {
      return undefined;
    }
    throw error;
  }
}
