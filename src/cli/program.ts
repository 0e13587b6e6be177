/** The program that commander parses: every verb and the catalog's commands, each settled to throw instead of exiting. */
import { Command } from 'commander';
import { addApproveCommand } from './approve-command.ts';
import { addAuditCommands } from './audit-command.ts';
import { COMMAND_LINES, RUN } from './command-table.ts';
import { addEvalCommand } from './eval-command.ts';
import { addEverywhere } from './everywhere.ts';
import { examplesHelp, exitCodesHelp, reasonsHelp } from './help.ts';
import type { Host } from './host.ts';
import { addPolicyCommands } from './policy-command.ts';
import { addRecoverCommand } from './recover-command.ts';
import { addReplayCommand } from './replay-command.ts';
import type { Reply } from './reply.ts';
import { describeRun } from './run-command.ts';
import { addTrustCommand } from './trust-command.ts';
import { answerCommand, describeCommand } from './verb-command.ts';

const ABOUT = `One tool in front of many: search for a capability in plain words, inspect its contract, run it under control.
On a terminal answers are tables; piped, or with --json, one JSON document on stdout. stdin is read for --request-json - only.`;

const EXAMPLES = [
  'cap search 端口被占用',
  'cap inspect ID',
  'cap run ID --help',
  `echo '{"version":"tool-search.v1","query":"who uses port 3000"}' | cap search --request-json -`,
];

/** Makes a command throw where it would end the process, and write through the host. */
export function settler(host: Host): (command: Command) => Command {
  const { columns, interactive } = host.terminal;
  const width = interactive ? columns : 100;
  return (command) =>
    command.exitOverride().configureOutput({
      writeOut: (text) => host.write('out', text),
      // Only help comes here, for a person who gave no verb; everybody else gets the refusal alone.
      writeErr: (text) => interactive && host.write('err', text),
      outputError: () => {},
      getOutHelpWidth: () => width,
      getErrHelpWidth: () => width,
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    });
}

/** Adds commands; `take` receives the work of the one that was named. */
export type AddCommands = (program: Command, host: Host, take: (work: Promise<Reply>) => void) => unknown;

/** `addCatalog` adds those of catalogs, or their name alone where it is not called. */
export function createProgram(host: Host, take: (work: Promise<Reply>) => void, addCatalog: AddCommands): Command {
  const program = settler(host)(new Command('cap'));
  program.description(ABOUT).enablePositionalOptions();
  addEverywhere(program).optionsGroup('Everywhere:').version(host.version, '--version', 'show the version');
  program.addHelpText('after', examplesHelp(EXAMPLES)).addHelpText('after', exitCodesHelp());
  program.addHelpText('after', reasonsHelp());
  for (const line of COMMAND_LINES) {
    const command = program.command(line.name);
    // Its own parse knows the arguments of the capability; here it only stands in the help.
    if (line === RUN) describeRun(command);
    else describeCommand(command, line).action(() => take(answerCommand(command, line, host)));
  }
  addCatalog(program, host, take);
  addPolicyCommands(program, host, take);
  addApproveCommand(program, host, take);
  addTrustCommand(program, host, take);
  addAuditCommands(program, host, take);
  addRecoverCommand(program, host, take);
  addEvalCommand(program, host, take);
  addReplayCommand(program, host, take);
  return program;
}

/** Names of the commands, for whoever mistyped one. */
export function commandNames(program: Command): string[] {
  return program.commands.map((command) => command.name());
}
