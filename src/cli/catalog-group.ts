/** `cap catalog` as it stands among the commands. What it holds brings the compiler along, which no other command needs. */
import type { Command } from 'commander';
import { addEverywhere } from './everywhere.ts';
import { exitCodesHelp } from './help.ts';

export const CATALOG = 'catalog';

/** Adds it, empty. */
export function addCatalogGroup(program: Command): Command {
  const catalog = program.command(CATALOG).description('Extend, compile, verify, lint, test and compare catalogs.');
  return addEverywhere(catalog).addHelpText('after', exitCodesHelp());
}
