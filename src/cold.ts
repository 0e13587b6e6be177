/**
 * What main loads on demand: the person's form of every verb, the commands that compile, run, evaluate. Bundled as the
 * executable's second script; main itself never imports it eagerly.
 */
export { runCli } from './cli/cli.ts';
